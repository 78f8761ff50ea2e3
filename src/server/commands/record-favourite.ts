import { z } from 'zod'
import { setFavourite } from '../records/records-at-hand.ts'
import { defineCommand } from './command.ts'

/** Marks a record as a favourite of whoever asks, or no longer. Nobody else is told. */
export const recordFavourite = defineCommand({
  name: 'record.favourite',
  title: 'Mark as favourite',
  input: z.strictObject({ model: z.string().max(63), id: z.uuid(), on: z.boolean().default(true) }),
  // Lists that show favourites are asked again.
  changes: ['catalogue_items', 'recipes'],
  async run(context, { model, id, on }) {
    await setFavourite(context, { model, id, on })
    return { id, favourite: on }
  },
})
