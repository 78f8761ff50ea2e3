import { z } from 'zod'
import { isJsonObject } from '#base/json.ts'
import { recipeParamSchema } from '#contracts/recipe.ts'
import { linkedIds } from '../formulas/lock-inputs.ts'
import { textOf } from '../estimates/read-value.ts'
import { modelNamed, type StoredRow } from '../estimates/stored-version.ts'
import type { RecordContext } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'
import { toldText } from '../records/told-text.ts'
import type { CountedFor } from './rule-of.ts'

type Values = Readonly<Record<string, unknown>>

/** What rules count for, by the ids rules name. */
export interface Targets {
  items: ReadonlyMap<string, StoredRow>
  recipeVersions: ReadonlyMap<string, StoredRow>
  recipes: ReadonlyMap<string, StoredRow>
  lines: ReadonlyMap<string, StoredRow>
}

/** The items, recipes and lines that rules name. */
export async function targetsOf(context: RecordContext, rules: readonly Values[]): Promise<Targets> {
  const read = async (key: string, ids: Iterable<string>): Promise<Map<string, StoredRow>> => {
    const wanted = [...ids]
    if (wanted.length === 0) return new Map()
    const rows = await loadObjects(context, modelNamed(context, key), wanted)
    return new Map(rows.map((row) => [row.id, row]))
  }
  const recipeVersions = await read('recipe_versions', linkedIds(rules, 'recipe_version'))
  const ofRecipes = [...recipeVersions.values()].map(({ attributes }) => attributes)
  return {
    items: await read('catalogue_items', linkedIds(rules, 'item')),
    recipeVersions,
    recipes: await read('recipes', linkedIds(ofRecipes, 'recipe')),
    lines: await read('estimate_lines', linkedIds(rules, 'target_line')),
  }
}

/** The rules that count for an item which no line can take any more, and what both are called, as far as this reader may know. */
export const blockedItems = (
  context: RecordContext,
  rules: readonly Values[],
  { items }: Targets,
): { rule: string; item: string }[] =>
  rules.flatMap((rule) => {
    const item = items.get(textOf(rule, 'item') ?? '')?.attributes ?? {}
    return textOf(item, 'status') === 'blocked'
      ? [
          {
            rule: toldText(context, 'takeoff_rules', rule, 'name') ?? '',
            item: toldText(context, 'catalogue_items', item, 'name') ?? '',
          },
        ]
      : []
  })

/** What a rule counts for: its unit, and the parameters its recipe can be told. */
export const countedFor = (rule: Values, targets: Targets): CountedFor => ({
  unit: unitOfRule(rule, targets),
  params: numberParams(targets.recipeVersions.get(textOf(rule, 'recipe_version') ?? '')),
})

function numberParams(version: StoredRow | undefined): ReadonlyMap<string, string> {
  const given = version?.attributes.params
  const parsed = paramsSchema.safeParse(isJsonObject(given) ? given['params'] : given)
  const numbers = (parsed.data ?? []).flatMap((param): [string, string][] =>
    param.kind === 'number' ? [[param.key, param.unit]] : [],
  )
  return new Map(numbers)
}

const paramsSchema = z.array(recipeParamSchema)

/** The unit a rule's result is counted in: that of its line, item or recipe, else its own; empty where it has none. */
function unitOfRule(rule: Values, { items, recipeVersions, recipes, lines }: Targets): string {
  const of = (rows: ReadonlyMap<string, StoredRow>, id: unknown, key: string): string | null =>
    textOf(rows.get(String(id))?.attributes ?? {}, key)
  const recipe = of(recipeVersions, rule.recipe_version, 'recipe')
  return (
    of(lines, rule.target_line, 'unit') ??
    of(items, rule.item, 'unit') ??
    of(recipes, recipe, 'output_unit') ??
    textOf(rule, 'unit') ??
    ''
  )
}
