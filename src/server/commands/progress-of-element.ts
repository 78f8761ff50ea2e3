import { z } from 'zod'
import { plainText, parseFixed, sumFixed } from '#estimating/fixed.ts'
import { reportProgress } from '#estimating/progress-report.ts'
import { countedElements } from '../progress/counted-elements.ts'
import { elementsOfProject, mayKnowWork } from '../progress/elements-of-project.ts'
import { loadProgress } from '../progress/load-progress.ts'
import { progressRow } from '../progress/progress-row.ts'
import { today } from '../records/today.ts'
import { defineCommand } from './command.ts'

/**
 * The agreed lines that a building element was counted for, with what is done of each and how much of it the element is
 * (`element`, in the line's unit). An element is the same in all versions of its model, so lines that were agreed by an
 * earlier one are told too. No lines where the models belong to no project, nothing was counted or agreed, or the reader may
 * not see all of it.
 */
export const progressOfElement = defineCommand({
  name: 'progress.of-element',
  title: 'Progress of an element',
  input: z.strictObject({ element: z.uuid() }),
  changes: [],
  reads: true,
  async run(context, { element }) {
    const { project, elements } = await elementsOfProject(context, [element])
    const none = { project, day: today(context), currency: null, lines: [] }
    if (project === null || !mayKnowWork(context)) return none
    const counted = await countedElements(context, elements)
    const loaded = counted.size > 0 ? (await loadProgress(context, [project])).get(project) : undefined
    if (!loaded) return none
    const lines = reportProgress(loaded.book, none.day).lines.flatMap((standing) => {
      const quantities = [...(counted.get(standing.line.node.key)?.values() ?? [])].flat()
      if (quantities.length === 0) return []
      return [
        {
          ...progressRow(standing, null, none.day),
          element: plainText(sumFixed(quantities.map(parseFixed))),
        },
      ]
    })
    return { ...none, currency: loaded.currency, lines }
  },
})
