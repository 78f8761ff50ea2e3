import { z } from 'zod'
import { today } from '../records/today.ts'
import { workOnElements } from '../progress/work-on-elements.ts'
import { defineCommand } from './command.ts'

/** Which elements, when and where; `back` takes back what was noted of them. */
export const elementsInput = {
  elements: z.array(z.uuid()).min(1).max(2000),
  day: z.iso.date().nullish(),
  /** All of it is noted here; otherwise each element where it stands. */
  place: z.uuid().nullish(),
  back: z.boolean().default(false),
}

/** What `progress.enter-elements` would note of the agreed lines that building elements were counted for, by line and place. */
export const progressOfElements = defineCommand({
  name: 'progress.of-elements',
  title: 'Progress of several elements',
  input: z.strictObject(elementsInput),
  changes: [],
  reads: true,
  async run(context, { day, ...input }) {
    const { rows, ...work } = await workOnElements(context, { ...input, day: day ?? today(context) })
    return { ...work, rows: rows.map((row) => ({ ...row, elements: row.elements.length })) }
  },
})
