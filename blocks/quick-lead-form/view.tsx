import type { PropsOf } from '../../src/builder/block.ts';
import { WaysToReach } from '../../src/leads/ways-to-reach.tsx';
import type block from './block.ts';

/** The shortest way to get in touch: one input first. */
export default function QuickLeadFormView({ tone, badge, title, desc }: PropsOf<typeof block>) {
  return <WaysToReach tone={tone} badge={badge} title={title} desc={desc} />;
}
