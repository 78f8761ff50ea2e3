import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { useApi } from '../engine-context.tsx'
import { useSession } from '../session-context.tsx'
import {
  discardWaiting,
  entriesOf,
  onOutbox,
  sendAgain,
  sendWaiting,
  takeFromOutbox,
  waitingEntries,
  type OutboxOwner,
} from './outbox.ts'
import type { Waiting } from './outbox-store.ts'
import { currentPreview } from './preview.ts'

export interface Outbox {
  /** Null while nobody is in a workspace: then nothing can be kept. */
  owner: OutboxOwner | null
  /** What this person filled in here and was not sent yet, oldest first. */
  entries: readonly Waiting[]
  /** Sends all that waits now. */
  send(): Promise<void>
  /** Sends one that was refused or may have arrived once more, as something new. */
  again(key: string): Promise<void>
  discard(key: string): Promise<void>
  /** Takes one out that goes on in its form, with its files. */
  take(key: string): Promise<void>
}

/** What waits on this device to be sent, of this person in this workspace. */
export function useOutbox(): Outbox {
  const api = useApi()
  const client = useQueryClient()
  const { tenant, user } = useSession()
  const tenantId = tenant?.id
  const userId = user?.id
  const all = useSyncExternalStore(onOutbox, waitingEntries, waitingEntries)
  return useMemo(() => {
    // Who is looked as keeps and sends nothing here, and nobody sees for them what they kept.
    const isOwn = tenantId !== undefined && userId !== undefined && currentPreview(tenantId) === null
    const owner = isOwn ? { tenantId, userId } : null
    return {
      owner,
      entries: owner ? entriesOf(all, owner) : [],
      send: async () => {
        if (owner) await sendWaiting({ api, client, owner })
      },
      again: async (key) => {
        if (owner) await sendAgain(key, { api, client, owner })
      },
      discard: discardWaiting,
      take: takeFromOutbox,
    }
  }, [api, client, tenantId, userId, all])
}
