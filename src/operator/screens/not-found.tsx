import { Link } from 'react-router-dom';
import { EmptyState } from '../parts/states/empty-state.tsx';
import { useSession } from '../use-session.ts';

/** The screen for unknown paths, with a link to the home screen of the person's role. */
export default function NotFoundScreen() {
  const { session } = useSession();
  const isEditor = session?.operator.role === 'editor';
  return (
    <EmptyState title="There is no such screen">
      The address may have a typo in it.{' '}
      {isEditor ? <Link to="/admin/pages">All pages</Link> : <Link to="/admin">Today</Link>}
    </EmptyState>
  );
}
