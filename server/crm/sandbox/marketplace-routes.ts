import express, { type Express, type Response } from 'express';
import { z } from 'zod';
import { html, htmlPage } from './html.ts';
import { approveInstallation } from './oauth-grants.ts';
import type { Sandbox } from './sandbox.ts';
import { allScopes } from './seed-state.ts';

const webAddress = z.url({ protocol: /^https?$/, error: 'redirect_uri must be an address with http(s)://' });

function questionShape(sandbox: Sandbox) {
  const { clientId } = sandbox.state;
  return z.object({
    response_type: z.literal('code', { error: 'response_type must be code' }),
    redirect_uri: webAddress,
    client_id: z.literal(clientId, { error: 'client_id names no app of this sandbox' }),
    scope: z.string({ error: 'scope is missing' }).refine((text) => unknownScopes(text).length === 0, {
      error: `scope must be some of: ${allScopes.join(' ')}`,
    }),
    state: z.string().optional(),
    loginWindowOpenMode: z.enum(['self', 'popup']).optional(),
  });
}

function splitScopes(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}

function unknownScopes(text: string): string[] {
  const scopes = splitScopes(text);
  const known: readonly string[] = allScopes;
  return scopes.length === 0 ? ['none'] : scopes.filter((scope) => !known.includes(scope));
}

const decisionShape = z.object({
  decision: z.enum(['approve', 'deny']),
  /** `company`: all locations. */
  location: z.string().optional(),
});

/** The page on which someone lets the app into a location, or does not. */
export function serveMarketplace(app: Express, sandbox: Sandbox): void {
  app.get('/v2/oauth/chooselocation', (request, response) => {
    const question = questionShape(sandbox).safeParse(request.query);
    if (!question.success) return refuse(response, question.error);
    const hidden = Object.entries(question.data).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    );
    const choices = [...sandbox.state.locations.values()].map(
      ({ id, name, city }, i) =>
        html`<label
          ><input type="radio" name="location" value="${id}" ${i === 0 ? html`checked` : ''} /> ${name},
          ${city}</label
        >`,
    );
    const body = html`<h1>Choose a location</h1>
      <p>The app asks for: ${splitScopes(question.data.scope).join(', ')}</p>
      <form method="post" action="/v2/oauth/chooselocation">
        ${hidden} ${choices}
        <label><input type="radio" name="location" value="company" /> The whole company</label>
        <p>
          <button name="decision" value="approve">Approve</button>
          <button name="decision" value="deny">Deny</button>
        </p>
      </form>`;
    response.type('html').send(htmlPage('Choose a location', body));
  });

  app.post('/v2/oauth/chooselocation', express.urlencoded({ extended: false }), (request, response) => {
    const question = questionShape(sandbox).safeParse(request.body);
    if (!question.success) return refuse(response, question.error);
    const decision = decisionShape.safeParse(request.body);
    if (!decision.success) return refuse(response, decision.error);
    const target = new URL(question.data.redirect_uri);
    if (question.data.state !== undefined) target.searchParams.set('state', question.data.state);
    if (decision.data.decision === 'deny') {
      target.searchParams.set('error', 'access_denied');
      return response.redirect(302, target.href);
    }
    const chosen = decision.data.location ?? '';
    if (chosen !== 'company' && !sandbox.state.locations.has(chosen)) {
      return refuse(response, new Error('No location was chosen.'));
    }
    const grant = approveInstallation(sandbox, {
      locationId: chosen === 'company' ? null : chosen,
      scopes: splitScopes(question.data.scope),
      redirectUri: question.data.redirect_uri,
    });
    target.searchParams.set('code', grant.code.value);
    response.redirect(302, target.href);
  });
}

function refuse(response: Response, error: Error): void {
  const reasons = error instanceof z.ZodError ? error.issues.map((issue) => issue.message) : [error.message];
  const list = reasons.map((reason) => html`<li>${reason}</li>`);
  const body = html`<h1>This link is no good</h1>
    <ul>
      ${list}
    </ul>`;
  response.status(400).type('html').send(htmlPage('This link is no good', body));
}
