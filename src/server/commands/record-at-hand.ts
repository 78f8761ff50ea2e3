import { z } from 'zod'
import { modelFor, visibleIds } from '../records/record-context.ts'
import { recordsAtHand } from '../records/records-at-hand.ts'
import { defineCommand } from './command.ts'

/** As many as a question may name. */
const mostIds = 1000

/** The records of a model that whoever asks marked as favourites, and those they took last: by their ids, for a list. */
export const recordAtHand = defineCommand({
  name: 'record.at-hand',
  title: 'Favourites and what was used last',
  input: z.strictObject({ model: z.string().max(63) }),
  changes: [],
  reads: true,
  async run(context, { model }) {
    modelFor(context, model, 'read')
    const entries = await recordsAtHand(context, model)
    const visible = await visibleIds(
      context,
      model,
      entries.map(({ id }) => id),
    )
    const idsOf = (favourite: boolean): string[] =>
      entries
        .filter((entry) => entry.favourite === favourite && visible.has(entry.id))
        .map(({ id }) => id)
        .slice(0, mostIds)
    return { favourites: idsOf(true), recent: idsOf(false) }
  },
})
