import { Link } from 'react-router-dom';
import styled from 'styled-components';
import type { LeadStory } from '../../contracts/operators/operator-leads.ts';
import { Moment } from '../parts/text/moment.tsx';
import { Panel } from '../parts/text/panel.tsx';
import { formWords, statusWords } from './lead-words.ts';

const List = styled.ul.attrs({ role: 'list' })`
  display: grid;
  gap: 0.6rem;
  p {
    overflow-wrap: anywhere;
  }
`;

/** The person's other leads. `href` returns the URL at which a lead opens. */
export function OthersPanel({ others, href }: Pick<LeadStory, 'others'> & { href: (id: string) => string }) {
  return (
    <Panel title="The same person also sent">
      <List>
        {others.map(({ id, createdAt, form, status, preview }) => (
          <li key={id}>
            <Link to={href(id)}>{formWords(form)}</Link>, {statusWords[status].toLowerCase()},{' '}
            <Moment at={createdAt} relative={false} />
            {preview && <p>{preview}</p>}
          </li>
        ))}
      </List>
    </Panel>
  );
}
