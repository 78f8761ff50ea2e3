import { must } from '#base/assert.ts'
import { fraction, plainText, times } from '#base/fraction.ts'
import { fixedText, parseFixed, sumFixed, type Fixed } from '#estimating/fixed.ts'
import { unitsFit } from '#estimating/measure.ts'
import { productivityHints, type ProductivityHint } from '#estimating/productivity.ts'
import { reportProgress } from '#estimating/progress-report.ts'
import { textOf } from '../estimates/read-value.ts'
import { unitFactor } from '../estimates/unit-factor.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { ask, type RecordContext } from '../records/record-context.ts'
import { loadProgress } from './load-progress.ts'
import { requireWhole } from './require-whole.ts'

const most = 500

/**
 * Hours for a unit of the recipe as they were on site until a day, against those of the recipes a project is priced by, one
 * hint for a version. Throws 403 for who does not see all that this is made of, 404.
 */
export async function recipeHours(
  context: RecordContext,
  project: string,
  day: string,
): Promise<ProductivityHint[]> {
  requireWhole(context)
  await visibleRow(context, 'projects', project, 'read')
  const loaded = (await loadProgress(context, [project])).get(project)
  if (!loaded) return []
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
          fields: ['id', 'title', 'hours', 'recipe.output_unit'],
          where: { field: 'id', op: 'in', value: ids.slice(0, most) },
          page: { size: most },
        })
  const known = new Map(rows.map((row) => [row.id, row]))
  const measured = used.flatMap(({ line, done }) => {
    const version = must(recipeOf(line.node.id))
    const recipe = known.get(version)
    const reckoned = recipe ? textOf(recipe, 'hours') : null
    const unit = recipe ? textOf(recipe, 'recipe.output_unit') : null
    if (!recipe || reckoned === null || unit === null) return []
    const lineUnit = line.node.unit ?? unit
    // A recipe that measures something else by now says nothing about this line.
    if (unitsFit(lineUnit, unit) === 'differs') return []
    const hours = line.costs.flatMap((cost) =>
      cost.day <= day && cost.hours ? [parseFixed(cost.hours)] : [],
    )
    return [
      {
        version,
        recipe: textOf(recipe, 'title') ?? '',
        unit,
        done: inUnit(done, lineUnit, unit),
        hours: sumFixed(hours),
        reckoned: parseFixed(reckoned),
      },
    ]
  })
  return productivityHints(measured)
}

const inUnit = (done: Fixed, line: string, unit: string): Fixed =>
  parseFixed(plainText(times(fraction(fixedText(done)), unitFactor(line, unit, ''))))
