import { z } from 'zod'
import { fixedText } from '#estimating/fixed.ts'
import { reportProgress } from '#estimating/progress-report.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { loadProgress } from '../progress/load-progress.ts'
import { progressRow } from '../progress/progress-row.ts'
import { today } from '../records/today.ts'
import { requireWhole } from '../progress/require-whole.ts'
import { defineCommand } from './command.ts'

const most = 500

/**
 * The lines of a project with what is done of each on a day: those whose number or title holds the words, those not yet
 * done where `open` says so. With a place also what is done there. `count` is how many there are, of which 500 are told.
 */
export const progressOfLines = defineCommand({
  name: 'progress.lines',
  title: 'Progress of lines',
  input: z.strictObject({
    project: z.uuid(),
    day: z.iso.date().nullish(),
    search: z.string().max(200).nullish(),
    place: z.uuid().nullish(),
    open: z.boolean().default(false),
  }),
  changes: [],
  reads: true,
  async run(context, { project, day: asked, search, place, open }) {
    requireWhole(context)
    const day = asked ?? today(context)
    await visibleRow(context, 'projects', project, 'read')
    const loaded = (await loadProgress(context, [project])).get(project)
    if (!loaded) return { day, currency: null, count: 0, lines: [] }
    const words = (search ?? '').toLowerCase().trim()
    const found = reportProgress(loaded.book, day).lines.filter(
      ({ line: { node }, ev, bac }) =>
        (words === '' || `${node.number} ${node.title}`.toLowerCase().includes(words)) &&
        (!open || fixedText(ev) !== fixedText(bac)),
    )
    return {
      day,
      currency: loaded.currency,
      count: found.length,
      lines: found.slice(0, most).map((standing) => progressRow(standing, place ?? null, day)),
    }
  },
})
