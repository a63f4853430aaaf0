import { once } from 'node:events';
import { connect } from 'node:net';

/** The number of the lowest ports, none of which the system chooses for a server that asks for any free port. */
const RESERVED_PORTS = 1024;

/**
 * Whether a server on this machine has ended whose port the system may give to the site of another test file. A WordPress
 * that is still connected to it would send its change notices to that site, which warns of a wrong signature. To have a
 * site that does not answer, use a port below 1024.
 */
export async function isFreedPort(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  if (hostname !== '127.0.0.1' || Number(port) < RESERVED_PORTS) return false;
  const socket = connect(Number(port), hostname);
  try {
    await once(socket, 'connect');
    return false;
  } catch {
    return true;
  } finally {
    socket.destroy();
  }
}
