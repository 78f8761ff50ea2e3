import { z } from 'zod'
import { must } from '#base/assert.ts'
import { parseFixed, sumFixed } from '#estimating/fixed.ts'
import { productivityHints } from '#estimating/productivity.ts'
import { reportProgress } from '#estimating/progress-report.ts'
import { textOf } from '../estimates/read-value.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { loadProgress } from '../progress/load-progress.ts'
import { today } from '../progress/today.ts'
import { requireWhole } from '../progress/require-whole.ts'
import { ask } from '../records/record-context.ts'
import { defineCommand } from './command.ts'

const most = 500

/**
 * What the site says of the recipes a project is priced by: hours for a unit as it was against the recipe's own. Only said,
 * never written: whether a recipe changes is for a person to decide.
 */
export const progressProductivity = defineCommand({
  name: 'progress.productivity',
  title: 'Hours against recipes',
  input: z.strictObject({ project: z.uuid(), day: z.iso.date().nullish() }),
  changes: [],
  reads: true,
  async run(context, { project, day: asked }) {
    requireWhole(context)
    const day = asked ?? today()
    await visibleRow(context, 'projects', project, 'read')
    const loaded = (await loadProgress(context, [project])).get(project)
    if (!loaded) return { hints: [] }
    const recipeOf = (id: string): string | null =>
      textOf(loaded.lines.get(id)?.attributes ?? {}, 'recipe_version')
    const used = reportProgress(loaded.book, day).lines.filter(({ line }) => recipeOf(line.node.id) !== null)
    const ids = [...new Set(used.flatMap(({ line }) => recipeOf(line.node.id) ?? []))]
    // Recipes this reader may not see are not spoken of.
    const { rows } =
      ids.length === 0
        ? { rows: [] }
        : await ask(context, {
            model: 'recipe_versions',
            fields: ['id', 'title', 'hours'],
            where: { field: 'id', op: 'in', value: ids.slice(0, most) },
            page: { size: most },
          })
    const known = new Map(rows.map((row) => [row.id, row]))
    const measured = used.flatMap(({ line, done }) => {
      const recipe = known.get(must(recipeOf(line.node.id)))
      const reckoned = recipe ? textOf(recipe, 'hours') : null
      if (!recipe || reckoned === null) return []
      const hours = line.costs.flatMap((cost) =>
        cost.day <= day && cost.hours ? [parseFixed(cost.hours)] : [],
      )
      return [
        {
          recipe: textOf(recipe, 'title') ?? '',
          unit: line.node.unit ?? '',
          done,
          hours: sumFixed(hours),
          reckoned: parseFixed(reckoned),
        },
      ]
    })
    return { hints: productivityHints(measured).map((hint) => ({ ...hint })) }
  },
})
