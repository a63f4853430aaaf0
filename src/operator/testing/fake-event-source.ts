/** An event stream that tests speak through; jsdom has none. */
export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static opened: FakeEventSource[] = [];
  readonly url: string;
  readyState = 0;

  constructor(url: string) {
    super();
    this.url = url;
    FakeEventSource.opened.push(this);
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }

  /** The server accepted. */
  accept(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }

  /** The connection broke; `refused`: for good, as far as the browser is concerned. */
  fail({ refused = false } = {}): void {
    this.readyState = refused ? FakeEventSource.CLOSED : 0;
    this.dispatchEvent(new Event('error'));
  }

  /** The server says something. */
  say(kind: string, data: object): void {
    this.dispatchEvent(new MessageEvent(kind, { data: JSON.stringify(data) }));
  }
}
