import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { createQueryClient } from '../content/query-client.ts';
import { OperatorApp } from './operator-app.tsx';
import { OPERATOR_DATA_ID, operatorData } from '../contracts/operators/operator-api.ts';
import { trackOperatorActivity } from './operator-activity.ts';

const root = document.getElementById('root');
const text = document.getElementById(OPERATOR_DATA_ID)?.textContent;
if (!root || !text) throw new Error('The document carries no application data. Reload the page.');
const data = operatorData.parse(JSON.parse(text));
trackOperatorActivity();
createRoot(root).render(
  <BrowserRouter>
    <OperatorApp queryClient={createQueryClient()} data={data} />
  </BrowserRouter>,
);
