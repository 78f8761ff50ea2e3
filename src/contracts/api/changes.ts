import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

/**
 * One change. `gone`: the record left this reader's sight. `released`: the workspace's screens or rules changed.
 * `fields`: the readable fields an update touched; null when it is about the whole record.
 */
export interface ChangeRow {
  number: number
  /** The model's key; a system model's for members, invites and releases. */
  model: string
  id: string | null
  kind:
    | 'created'
    | 'updated'
    | 'deleted'
    | 'restored'
    | 'purged'
    | 'shared'
    | 'unshared'
    | 'gone'
    | 'released'
  at: string
  /** Who did it. */
  by: string | null
  fields: string[] | null
}

export interface Changes {
  rows: ChangeRow[]
  /** Where to go on: everything up to here was looked at, though not all of it is for this reader. */
  upto: number
  more: boolean
}

/** The header that tells which change number an answer is as of. */
export const changeNumberHeader = 'X-Change-Number'

/**
 * What changed after a number, for this reader. Without `since` only the number of now. With `wait` an empty answer is
 * held back for up to so many seconds until there is news. 410 with `{resync: true, upto}` when the reader must begin anew.
 */
export const readChanges = defineEndpoint({
  method: 'GET',
  path: '/api/changes',
  summary: 'What changed since a change number, as this reader may see it',
  access: 'tenant',
  search: z.strictObject({
    since: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
    size: z.coerce.number().int().min(1).max(500).default(200),
    wait: z.coerce.number().min(0).max(25).default(0),
  }),
  waits: true,
  answer: z.custom<Changes>(),
  errors: ['gone'],
})
