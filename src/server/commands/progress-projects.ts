import { z } from 'zod'
import { reportProgress } from '#estimating/progress-report.ts'
import { loadProgress } from '../progress/load-progress.ts'
import { today } from '../records/today.ts'
import { requireWhole } from '../progress/require-whole.ts'
import { ask, modelFor } from '../records/record-context.ts'
import { defineCommand } from './command.ts'

/** As many as one question answers. */
const most = 500

/** Every project with something agreed, and its figures of earned value on a day; today where none is said. */
export const progressOfProjects = defineCommand({
  name: 'progress.projects',
  title: 'Progress of all projects',
  input: z.strictObject({ day: z.iso.date().nullish() }),
  changes: [],
  reads: true,
  async run(context, { day: asked }) {
    requireWhole(context)
    const day = asked ?? today(context)
    modelFor(context, 'projects', 'read')
    const { rows } = await ask(context, {
      model: 'projects',
      fields: ['id', 'code', 'name'],
      sort: [{ field: 'name', dir: 'asc' }],
      page: { size: most },
    })
    const loaded = await loadProgress(
      context,
      rows.map(({ id }) => String(id)),
    )
    const currencies = new Set([...loaded.values()].map(({ currency }) => currency))
    const [one = null] = currencies
    return {
      day,
      currency: currencies.size === 1 ? one : null,
      projects: rows.flatMap(({ id, code, name }) => {
        const found = loaded.get(String(id))
        if (!found) return []
        const { figures } = reportProgress(found.book, day)
        return [
          {
            id: String(id),
            code: String(code ?? ''),
            name: String(name ?? ''),
            currency: found.currency,
            ...figures,
          },
        ]
      }),
    }
  },
})
