/** Sets the clock of a server process ahead by CLOCK_AHEAD milliseconds. Must be loaded before the server's modules. */
const ahead = Number(process.env['CLOCK_AHEAD']);
const { now } = Date;
Date.now = () => now() + ahead;
globalThis.Date = new Proxy(Date, {
  construct: (target, given) =>
    given.length === 0 ? new target(Date.now()) : Reflect.construct(target, given),
});
