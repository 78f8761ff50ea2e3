import { createContext, use } from 'react'
import { useStore } from 'zustand'
import { must } from '#base/assert.ts'
import type { SessionMachine } from './session-machine.ts'
import type { SessionState } from './session-state.ts'

/** Carries the one session of this tab to every page. */
export const SessionContext = createContext<SessionMachine | null>(null)

/** The session of this tab, to act on. */
export const useSessionMachine = (): SessionMachine =>
  must(use(SessionContext), 'a page outside of the session')

/** A part of the session, live: `useSession((state) => state.tenant)`. */
export const useSession = <Part>(select: (state: SessionState) => Part): Part =>
  useStore(useSessionMachine().store, select)
