import { saying } from '#base/saying.ts'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError, invalid } from '#base/app-error.ts'
import { newId } from '#base/ids.ts'
import { recipesToBc3 } from '#estimating/exchange/bc3/recipes-to-bc3.ts'
import { textOf } from '../estimates/read-value.ts'
import { rowsOf } from '../estimates/stored-version.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { encodeWindows1252 } from '../exchange/decode-text.ts'
import { cleanFileName } from '../files/content-disposition.ts'
import { insertFile } from '../files/keep-file.ts'
import { today } from '../records/today.ts'
import { loadRecipes } from '../recipes/load-recipes.ts'
import { requireSeen } from '../recipes/require-seen.ts'
import { workOutVersion } from '../recipes/work-out-version.ts'
import { modelFor, visibleIds } from '../records/record-context.ts'
import { requireReadable } from '../records/require-readable.ts'
import { defineCommand } from './command.ts'

const mostRecipes = 5000

/**
 * The recipes of a catalogue that are in force, with all that is in them, as a BC3 price base; whoever asked can fetch it as a
 * file for a day. For whoever may export recipes and see all that is in these.
 */
export const exportRecipeFile = defineCommand({
  name: 'recipe.export-file',
  title: 'Export recipes',
  input: z.strictObject({ catalogue: z.uuid() }),
  changes: [],
  async run(context, { catalogue }, services) {
    for (const key of ['recipes', 'recipe_components', 'catalogue_prices']) modelFor(context, key, 'export')
    const { attributes } = await visibleRow(context, 'catalogues', catalogue, 'read')
    const told = { recipes: ['notes'], catalogues: ['name', 'currency'] }
    requireReadable(context, told, 'Your role does not see all that is in this recipe.')
    const all = await rowsOf(context, 'recipes', 'catalogue', [catalogue])
    const seen = await visibleIds(
      context,
      'recipes',
      all.map(({ id }) => id),
    )
    const recipes = all.filter(
      ({ id, attributes: own }) => seen.has(id) && textOf(own, 'current_version') !== null,
    )
    if (recipes.length === 0)
      throw invalid([
        { path: 'catalogue', code: 'empty', message: 'No recipe of this catalogue is published.' },
      ])
    if (recipes.length > mostRecipes)
      throw new AppError('too_large', saying('A file may have {{most}} recipes.', { most: mostRecipes }))
    const loaded = await loadRecipes(
      context,
      recipes.map(({ attributes: own }) => String(own.current_version)),
    )
    await requireSeen(context, loaded)
    const priced = recipes.flatMap(({ attributes: own }) => {
      const version = loaded.versions.get(String(own.current_version))
      if (!version) return []
      return [{ tree: workOutVersion(loaded, version).tree, description: textOf(own, 'notes') }]
    })
    const name = textOf(attributes, 'name') ?? 'recipes'
    const currency = textOf(attributes, 'currency') ?? 'EUR'
    const bytes = encodeWindows1252(recipesToBc3(priced, { name, day: today(context), currency }))
    const key = services.files.newKey(context.caller.tenantId)
    await services.files.put(key, bytes)
    const file = {
      id: newId(),
      name: cleanFileName(`${name}.bc3`),
      type: 'text/plain',
      size: bytes.byteLength,
    }
    // No record holds it: upkeep removes it a day later.
    await insertFile(context.tx, context.caller, {
      ...file,
      sha256: createHash('sha256').update(bytes).digest(),
      key,
    })
    return { file: file.id, name: file.name, recipes: priced.length }
  },
})
