import { z } from 'zod'
import { AppError, invalid } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { compareRecipes } from '#estimating/compare-recipes.ts'
import { visibleIds } from '../records/record-context.ts'
import { loadRecipes } from '../recipes/load-recipes.ts'
import { requireSeen } from '../recipes/require-seen.ts'
import { workOutVersion } from '../recipes/work-out-version.ts'
import { defineCommand } from './command.ts'

/**
 * Two versions of a recipe side by side, each priced on its first day: components that were added, removed and changed, and
 * the bridge from one rate to the other, to the cent. For whoever may see all that is in both.
 */
export const recipeCompare = defineCommand({
  name: 'recipe.compare',
  title: 'Compare versions of a recipe',
  input: z.strictObject({ from: z.uuid(), to: z.uuid() }),
  changes: [],
  reads: true,
  async run(context, { from, to }) {
    const ids = [...new Set([from, to])]
    if ((await visibleIds(context, 'recipe_versions', ids)).size < ids.length) throw new AppError('not_found')
    const loaded = await loadRecipes(context, ids)
    await requireSeen(context, loaded)
    const [before, after] = [must(loaded.versions.get(from)), must(loaded.versions.get(to))]
    if (before.version.recipe_id !== after.version.recipe_id)
      throw invalid([{ path: 'to', code: 'invalid', message: 'These are versions of different recipes.' }])
    const [old, now] = [workOutVersion(loaded, before), workOutVersion(loaded, after)]
    const { bridge, changes } = compareRecipes(
      { ...old.tree, rate: rateOf(old.values) },
      { ...now.tree, rate: rateOf(now.values) },
    )
    return {
      from: `v${before.version.version_no}`,
      to: `v${after.version.version_no}`,
      currency: after.currency,
      unit: now.tree.unit,
      bridge: bridge && { ...bridge },
      changes: changes.filter(({ what }) => what !== 'Same').map((change) => ({ ...change })),
    }
  },
})

/** None while something is wrong with a version. */
const rateOf = ({ rate }: Readonly<Record<string, unknown>>): string | null =>
  typeof rate === 'string' ? rate : null
