import type { PropsOf } from '../../src/builder/block.ts';
import { WaysToReach } from '../../src/leads/ways-to-reach.tsx';
import type block from './block.ts';

/** The place where a visitor subscribes to the market report. */
export default function MarketReportFormView({ tone, badge, title, desc }: PropsOf<typeof block>) {
  return <WaysToReach tone={tone} badge={badge} title={title} desc={desc} />;
}
