import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** A middleware that sets headers and does nothing else. */
type HeaderMiddleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** Returns the headers that a middleware sets, as a flat list of names and values, for responses that bypass it. */
export function middlewareHeaders(middleware: HeaderMiddleware): string[] {
  const headers: string[] = [];
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  response.setHeader = (name, value) => {
    headers.push(name, String(value));
    return response;
  };
  middleware(request, response, () => {});
  return headers;
}
