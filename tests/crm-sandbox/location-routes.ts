import type { Express } from 'express';
import { z } from 'zod';
import { badRequest } from './official-api.ts';
import { visitOf } from './record-request.ts';
import type { Sandbox, Location } from './sandbox.ts';
import { reachLocation, serveOperation } from './serve-operation.ts';

/** Serves the routes for locations and their custom fields. */
export function serveLocations(app: Express, sandbox: Sandbox): void {
  serveOperation(app, sandbox, 'GET /locations/search', (call) => {
    const token = call.token();
    const { skip = '0', limit = '10', email } = call.query;
    const locations = [...sandbox.state.locations.values()]
      .filter((each) => each.companyId === token.companyId)
      .filter((each) => token.locationId === null || token.locationId === each.id)
      .filter((each) => email === undefined || each.email === email.toLowerCase())
      .slice(Number(skip), Number(skip) + Number(limit));
    return { status: 200, body: { locations: locations.map(foundLocation) } };
  });

  serveOperation(app, sandbox, 'GET /locations/{locationId}', (call) => {
    const location = reachLocation(sandbox, call.token(), call.parameters['locationId'] ?? '');
    return {
      status: 200,
      body: {
        location: {
          ...foundLocation(location),
          companyId: location.companyId,
          settings: settingsOf(location),
        },
      },
    };
  });

  serveOperation(app, sandbox, 'GET /locations/{locationId}/customFields', (call) => {
    const location = reachLocation(sandbox, call.token(), call.parameters['locationId'] ?? '');
    const isContact = (call.query['model'] ?? 'contact') !== 'opportunity';
    const customFields = location.customFields.map((field) => shownField(location, field));
    return { status: 200, body: { customFields: isContact ? customFields : [] } };
  });

  serveOperation(app, sandbox, 'POST /locations/{locationId}/customFields', (call) => {
    const location = reachLocation(sandbox, call.token(), call.parameters['locationId'] ?? '');
    const { name, dataType, model = 'contact' } = newField.parse(call.body);
    const key = name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '');
    if (key === '') throw badRequest('The name of a custom field needs letters or digits.');
    if (model === 'opportunity') throw badRequest('The sandbox has custom fields of contacts only.');
    const fieldKey = `contact.${key}`;
    if (location.customFields.some((field) => field.fieldKey === fieldKey)) {
      throw badRequest('A custom field with this name already exists.');
    }
    const field = { id: sandbox.random.nextId(), name, fieldKey, dataType };
    location.customFields.push(field);
    return { status: 201, body: { customField: shownField(location, field) } };
  });
}

const newField = z.object({
  name: z.string(),
  dataType: z.string(),
  model: z.string().optional(),
});

function shownField(location: Location, field: Location['customFields'][number]) {
  return {
    id: field.id,
    name: field.name,
    fieldKey: field.fieldKey,
    dataType: field.dataType,
    picklistOptions: field.picklistOptions ?? [],
    placeholder: '',
    position: (location.customFields.indexOf(field) + 1) * 50,
    model: 'contact',
    locationId: location.id,
  };
}

function foundLocation(location: Location): Record<string, unknown> {
  const { id, name, phone, email, address, city, state, postalCode, timezone } = location;
  return {
    id,
    name,
    phone,
    email,
    address,
    city,
    state,
    country: 'US',
    postalCode,
    timezone,
    settings: settingsOf(location),
  };
}

function settingsOf({ allowDuplicateContact }: Location): Record<string, boolean> {
  return {
    allowDuplicateContact,
    allowDuplicateOpportunity: false,
    allowFacebookNameMerge: false,
    disableContactTimezone: false,
  };
}

/** Serves the inbound-webhook triggers of workflows. Unknown triggers also answer 200, as in HighLevel. */
export function serveTriggers(app: Express, sandbox: Sandbox): void {
  app.post('/hooks/:locationId/webhook-trigger/:triggerId', (request, response) => {
    const { locationId, triggerId } = request.params;
    const { unreadable, record, faults } = visitOf(response);
    const known = sandbox.state.triggers.get(triggerId) === locationId;
    const id = sandbox.random.nextId();
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
    const body: unknown = request.body;
    if (unreadable !== null) {
      response.status(400).json({ statusCode: 400, message: unreadable });
      return;
    }
    sandbox.state.triggerCalls.push({
      id,
      locationId,
      triggerId,
      known,
      at: record.at,
      body,
      headers: Object.fromEntries(headers),
    });
    if (faults.garbage !== 'none') {
      record.fault = `garbage: ${faults.garbage}`;
      response.type('html').send('<!doctype html><title>Just a moment...</title>');
      return;
    }
    response.json(
      known
        ? { status: 'Success: request sent to trigger execution server', id }
        : { status: 'Success: test request received' },
    );
  });
}
