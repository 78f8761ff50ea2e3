import { z } from 'zod'
import { invalid } from '#base/app-error.ts'
import { paramValueSchema } from '#contracts/recipe.ts'
import { versionOn } from '#estimating/recipe-book.ts'
import { keptOnce } from '../estimates/kept-once.ts'
import { noteChoices } from '../estimates/note-choices.ts'
import type { Pricing } from '../estimates/pricing-of.ts'
import { textOf } from '../estimates/read-value.ts'
import { repriceLines } from '../estimates/reprice-lines.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { modelFor, type RecordContext } from '../records/record-context.ts'
import { loadRecipes } from '../recipes/load-recipes.ts'
import { defineCommand } from './command.ts'

/**
 * Prices a line by a recipe with its parameters or by an item of a catalogue, as prices stand on the version's day; also
 * one that was priced before, by the prices there are now. The line keeps a copy: what the catalogue says later changes
 * nothing here. Of a recipe the version counts that is in force on that day.
 */
export const priceEstimateLine = defineCommand({
  name: 'estimate.price-line',
  title: 'Price line',
  input: z.strictObject({
    line: z.uuid(),
    /** One of these; none is what the line was priced by. */
    item: z.uuid().nullish(),
    recipe: z.uuid().nullish(),
    recipe_version: z.uuid().nullish(),
    params: z.record(z.string(), paramValueSchema).nullish(),
  }),
  changes: ['estimate_lines', 'estimate_resources', 'estimate_versions', 'estimates'],
  async run(context, { line, item, recipe, recipe_version, params }) {
    const lines = modelFor(context, 'estimate_lines', 'update')
    const row = await visibleRow(context, 'estimate_lines', line, 'update')
    if (textOf(row.attributes, 'kind') !== 'line')
      throw invalid([{ path: 'line', code: 'kind', message: 'Only lines have a price.' }])
    const version = await visibleRow(context, 'estimate_versions', String(row.attributes.version), 'read')
    const given = recipe_version ?? (recipe ? await inForce(context, recipe, version.attributes) : null)
    const chosen = item ? by('item', item) : given ? by('recipe', given) : asBefore(row.attributes)
    const has = textOf(row.attributes, chosen.by === 'item' ? 'item' : 'recipe_version')
    const pricing = { ...chosen, isTaken: has !== chosen.id }
    await visibleRow(
      context,
      pricing.by === 'item' ? 'catalogue_items' : 'recipe_versions',
      pricing.id,
      'read',
    )
    const attributes = { ...row.attributes, ...(params && { recipe_params: params }) }
    const cause = { model_id: lines.id, record_id: line }
    const more = params ? { recipe_params: params } : {}
    const priced = [{ line: { id: line, attributes }, pricing }]
    await keptOnce(context, cause, () => repriceLines(context, priced, cause, { more }))
    await noteChoices(context, priced)
    const written = await visibleRow(context, 'estimate_lines', line, 'read')
    return { line, rate: textOf(written.attributes, 'rate') }
  },
})

type Chosen = Exclude<Pricing, { by: 'none' }>

const by = (kind: Chosen['by'], id: string): Chosen => ({ by: kind, id })

function asBefore(attributes: Readonly<Record<string, unknown>>): Chosen {
  const [recipe, item] = [textOf(attributes, 'recipe_version'), textOf(attributes, 'item')]
  if (recipe !== null) return by('recipe', recipe)
  if (item !== null) return by('item', item)
  throw invalid([{ path: 'item', code: 'required', message: 'Choose a recipe or an item.' }])
}

async function inForce(
  context: RecordContext,
  id: string,
  version: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { attributes } = await visibleRow(context, 'recipes', id, 'read')
  const current = textOf(attributes, 'current_version')
  const { recipes } = await loadRecipes(context, current === null ? [] : [current])
  const entry = recipes.get(id)
  const found = entry && versionOn(entry, textOf(version, 'price_date') ?? '9999-12-31')
  if (found) return found.id
  throw invalid([
    { path: 'recipe', code: 'no_version', message: 'This recipe has no published version on that day.' },
  ])
}
