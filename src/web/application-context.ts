import { createContext, use } from 'react'
import { useStore } from 'zustand'
import { must } from '#base/assert.ts'
import type { Application } from './application.ts'

/** Carries what lives as long as the page. */
export const ApplicationContext = createContext<Application | null>(null)

/** What lives as long as the page. */
export const useApplication = (): Application =>
  must(use(ApplicationContext), 'a page outside of the application')

/** Whether the backend answers, live, and how to look again. */
export function useBackend(): { reachable: boolean; probe(): Promise<boolean> } {
  const { store, probe } = useApplication().backend
  return { reachable: useStore(store, (state) => state.reachable), probe }
}
