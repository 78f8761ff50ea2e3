// Writes the JSON Schemas (draft 2020-12) of everything that is stored or shipped as JSON, from the contracts that
// validate it. `npm run schemas` writes; `npm run schemas -- --check` fails when a committed file differs.
import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { actionSchema } from '#contracts/action.ts'
import { archetypeWriteSchema } from '#contracts/archetype.ts'
import { costGroupSetSchema } from '#contracts/cost-group.ts'
import { catalogueItemSchema, itemPriceSchema } from '#contracts/catalogue.ts'
import { fieldSchema } from '#contracts/field.ts'
import { layoutPartSchema, shippedLayoutSchema } from '#contracts/layout-part.ts'
import { layoutSchema } from '#contracts/layout.ts'
import { modelWriteSchema } from '#contracts/model.ts'
import { fieldPermissionSchema } from '#contracts/permission.ts'
import { querySchema } from '#contracts/query.ts'
import { recipeSchema, recipeVersionSchema } from '#contracts/recipe.ts'
import { roleWriteSchema } from '#contracts/role.ts'
import { roundingPolicySchema } from '#contracts/rounding-policy.ts'
import { routeWriteSchema } from '#contracts/route.ts'
import { standardModelSchema } from '#contracts/standard-model.ts'
import { unitSchema } from '#contracts/unit.ts'
import { workflowSchema } from '#contracts/workflow.ts'

const nouns: Record<string, z.ZodType> = {
  action: actionSchema,
  archetype: archetypeWriteSchema,
  'cost-group-set': costGroupSetSchema,
  'catalogue-item': catalogueItemSchema,
  field: fieldSchema,
  'field-permission': fieldPermissionSchema,
  'item-price': itemPriceSchema,
  layout: layoutSchema,
  'layout-part': layoutPartSchema,
  model: modelWriteSchema,
  query: querySchema,
  recipe: recipeSchema,
  'recipe-version': recipeVersionSchema,
  role: roleWriteSchema,
  'rounding-policy': roundingPolicySchema,
  route: routeWriteSchema,
  'shipped-layout': shippedLayoutSchema,
  'standard-model': standardModelSchema,
  unit: unitSchema,
  workflow: workflowSchema,
}

const check = process.argv.includes('--check')
const stale: string[] = []
for (const [noun, schema] of Object.entries(nouns)) {
  const file = new URL(`${noun}.schema.json`, import.meta.url)
  const text = `${JSON.stringify({ title: noun, ...z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) }, null, 2)}\n`
  const committed = readCommitted(file)
  if (committed === text) continue
  if (check) stale.push(`${noun}.schema.json`)
  else writeFileSync(file, text)
}
if (stale.length > 0) {
  console.error(`These schemas differ from their contracts: ${stale.join(', ')}. Run npm run schemas.`)
  process.exit(1)
}

function readCommitted(file: URL): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
