// SPDX-License-Identifier: Apache-2.0
//
// The event stream of the page. It reconnects automatically with increasing delays, continues at
// the same position, and reports if events were missed, so that all data is requested again; also
// when it opens for the first time, for data that was requested before.
//
// Browsers open six connections to a server and no more, so a page that nobody looks at gives
// its stream up after a while.

export type Topic = 'executions' | 'pollers' | 'olts' | 'log' | 'quotas' | 'changes' | 'incidents' | 'deliveries';
export type LiveState = 'connecting' | 'open' | 'lost';

export interface LiveEvent {
  topic: Topic;
  /** What docs/design/live.md says of the topic; `at` and mostly `kind` and `olt`. */
  data: Record<string, unknown>;
}

export const TOPICS: Topic[] = ['executions', 'pollers', 'olts', 'log', 'quotas', 'changes', 'incidents', 'deliveries'];

const GRACE_MS = 1500; // a stream that is back by then was never lost
const HIDDEN_MS = 60_000;
// The server breaks every silence within a few seconds ("beat"): who says nothing for so long is
// cut off or frozen, although the connection stands.
const SILENCE_MS = 11_000;
const WATCH_MS = 1_000;
const RETRY_MS = [500, 1000, 2000, 4000, 8000];

export interface StreamListener {
  event(event: LiveEvent): void;
  state(state: LiveState): void;
  /** Something may have been missed. */
  missed(): void;
}

export class LiveStream {
  private source?: EventSource;
  private state: LiveState = 'connecting';
  private lastId = '';
  private tries = 0;
  private heardAt = Date.now();
  private hasGap = true; // answers may be older than the first event
  private timers: Record<'grace' | 'retry' | 'hidden' | 'watch', ReturnType<typeof setTimeout> | undefined> = {
    grace: undefined, retry: undefined, hidden: undefined, watch: undefined,
  };

  constructor(private readonly listener: StreamListener) {}

  start() {
    document.addEventListener('visibilitychange', this.onVisibility);
    window.addEventListener('online', this.reopen);
    window.addEventListener('offline', this.onOffline);
    this.timers.watch = setInterval(() => this.watch(), WATCH_MS);
    this.open();
  }

  stop() {
    document.removeEventListener('visibilitychange', this.onVisibility);
    window.removeEventListener('online', this.reopen);
    window.removeEventListener('offline', this.onOffline);
    clearInterval(this.timers.watch);
    clearTimeout(this.timers.hidden);
    this.close();
  }

  private open() {
    const after = this.lastId ? `?last_event_id=${encodeURIComponent(this.lastId)}` : '';
    const source = new EventSource(`/api/v1/events/${after}`);
    this.source = source;
    source.onopen = () => this.onOpen();
    source.onerror = () => this.onError();
    source.addEventListener('lost', () => this.listener.missed());
    source.addEventListener('beat', () => this.onBeat());
    this.heardAt = Date.now();
    for (const topic of TOPICS)
      source.addEventListener(topic, (message: MessageEvent<string>) => this.onMessage(topic, message));
  }

  private close() {
    clearTimeout(this.timers.grace);
    clearTimeout(this.timers.retry);
    this.timers.grace = undefined;
    this.source?.close();
    this.source = undefined;
  }

  private set(state: LiveState) {
    if (state === this.state) return;
    this.state = state;
    this.listener.state(state);
  }

  private onOpen() {
    clearTimeout(this.timers.grace);
    this.timers.grace = undefined;
    this.tries = 0;
    this.heardAt = Date.now();
    this.set('open');
    if (this.hasGap) this.listener.missed();
    this.hasGap = false;
  }

  private onMessage(topic: Topic, message: MessageEvent<string>) {
    this.heardAt = Date.now();
    this.lastId = message.lastEventId;
    this.listener.event({ topic, data: JSON.parse(message.data) as Record<string, unknown> });
  }

  /** It may be trying again by itself, or have given up because the answer was no stream. */
  private onError() {
    this.hasGap = true;
    this.timers.grace ??= setTimeout(() => this.set('lost'), GRACE_MS);
    if (this.source?.readyState !== EventSource.CLOSED) return;
    const wait = RETRY_MS[Math.min(this.tries++, RETRY_MS.length - 1)];
    clearTimeout(this.timers.retry);
    this.timers.retry = setTimeout(this.reopen, wait);
  }

  private onOffline = () => {
    this.hasGap = true;
    this.set('lost');
  };

  private reopen = () => {
    const { grace } = this.timers;
    clearTimeout(this.timers.retry);
    this.source?.close();
    this.timers.grace = grace;
    this.open();
  };

  private onBeat() {
    this.heardAt = Date.now();
  }

  /** A connection can die without a word, and a server stand still: then it is tried anew. */
  private watch() {
    if (!this.source || Date.now() - this.heardAt < SILENCE_MS) return;
    this.hasGap = true;
    this.set('lost');
    this.reopen();
  }

  private onVisibility = () => {
    clearTimeout(this.timers.hidden);
    if (document.hidden) {
      this.timers.hidden = setTimeout(() => this.close(), HIDDEN_MS);
    } else if (!this.source) {
      this.hasGap = true;
      this.open();
    }
  };
}
