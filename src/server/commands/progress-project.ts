import { z } from 'zod'
import type { Json } from '#base/json.ts'
import { fixedText } from '#estimating/fixed.ts'
import { progressCurve } from '#estimating/progress-curve.ts'
import { earnedAtPlaces, lateLines, reportProgress, sectionStandings } from '#estimating/progress-report.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { loadProgress } from '../progress/load-progress.ts'
import { placeNames } from '../progress/place-names.ts'
import { today } from '../records/today.ts'
import { toldText } from '../records/told-text.ts'
import { requireWhole } from '../progress/require-whole.ts'
import { defineCommand } from './command.ts'

const mostLate = 200

/**
 * How a project stands on a day: the figures of earned value for the whole, each section and each place, the S-curve, and
 * what is late. `agreed` is empty where nothing was accepted yet.
 */
export const progressOfProject = defineCommand({
  name: 'progress.project',
  title: 'Progress of a project',
  input: z.strictObject({ project: z.uuid(), day: z.iso.date().nullish() }),
  changes: [],
  reads: true,
  async run(context, { project, day: asked }): Promise<Json> {
    requireWhole(context)
    const day = asked ?? today(context)
    const { attributes } = await visibleRow(context, 'projects', project, 'read')
    const loaded = (await loadProgress(context, [project])).get(project)
    const name = toldText(context, 'projects', attributes, 'name') ?? ''
    if (!loaded) return { day, name, agreed: [] }
    const { book, currency, versions } = loaded
    const { lines, figures, over, unplanned, costs_elsewhere } = reportProgress(book, day)
    const places = earnedAtPlaces(lines, day)
    const names = await placeNames(context, places.keys())
    const curve = progressCurve(book, day)
    const late = lateLines(lines, day)
    return {
      day,
      name,
      currency,
      agreed: versions.map(({ id, attributes: version }) => ({
        version: id,
        estimate: String(version.estimate),
        title: toldText(context, 'estimate_versions', version, 'title') ?? '',
      })),
      figures: { ...figures },
      over,
      unplanned,
      costs_elsewhere,
      entries: book.notes.length,
      curve: curve.map((point) => ({ ...point })),
      days: curve.map((point) => ({ value: point.day })),
      sections: sectionStandings(book, lines).map((section) => ({ ...section })),
      places: [...places]
        .map(([id, earned]) => ({
          place: (id !== null && names.get(id)) || null,
          earned: fixedText(earned),
        }))
        .toSorted((a, b) => ((a.place ?? '\u{10ffff}') < (b.place ?? '\u{10ffff}') ? -1 : 1)),
      late_count: late.length,
      late: late.slice(0, mostLate).map(({ plan, ...line }) => ({ ...line, ...plan })),
    }
  },
})
