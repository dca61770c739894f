// SPDX-License-Identifier: Apache-2.0
//
// Live events for pages: useLive() receives them, useLiveState() has the state of the connection.
import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from 'react';
import { LiveStream, type LiveEvent, type LiveState, type Topic } from './stream';

type Handler = (event: LiveEvent) => void;

const Listeners = createContext<Set<Handler>>(new Set());
const State = createContext<LiveState>('connecting');

export function LiveProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');
  const [listeners] = useState(() => new Set<Handler>());

  useEffect(() => {
    const stream = new LiveStream({
      event: (event) => listeners.forEach((hear) => hear(event)),
      state: setState,
      missed: () => void client.invalidateQueries(),
    });
    stream.start();
    return () => stream.stop();
  }, [client, listeners]);

  return (
    <Listeners.Provider value={listeners}>
      <State.Provider value={state}>{children}</State.Provider>
    </Listeners.Provider>
  );
}

/** Call `handler` with every event of these topics while the component is there. */
export function useLive(topics: Topic[], handler: Handler) {
  const listeners = useContext(Listeners);
  const latest = useRef({ topics, handler });
  useEffect(() => {
    latest.current = { topics, handler };
  });
  useEffect(() => {
    const hear: Handler = (event) => {
      if (latest.current.topics.includes(event.topic)) latest.current.handler(event);
    };
    listeners.add(hear);
    return () => void listeners.delete(hear);
  }, [listeners]);
}

export function useLiveState(): LiveState {
  return useContext(State);
}

/** What is shown may be old: nothing may look good then. */
export function useIsCutOff(): boolean {
  return useContext(State) === 'lost';
}
