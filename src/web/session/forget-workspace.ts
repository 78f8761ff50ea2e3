import type { QueryClient } from '@tanstack/react-query'

/** Keys of questions about the person, not about a workspace, begin with this. */
export const personKey = 'person'

/**
 * What one workspace answered is never shown in another. What was asked about the person stays: the page that asked (an
 * invitation, the list of workspaces) is there while the workspace changes and would wait for ever.
 */
export function forgetWorkspace(cache: QueryClient): void {
  cache.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== personKey })
  cache.getMutationCache().clear()
}
