import { expect, it } from 'vitest'
import { isJsonObject } from '#base/json.ts'
import { describeApi } from '#server/meta/describe-api.ts'
import de from '#web/locales/de.json' with { type: 'json' }

function descriptionsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(descriptionsIn)
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'description' && typeof inner === 'string' ? [inner] : descriptionsIn(inner),
  )
}

it('what the calls of the API say of themselves is there in German', () => {
  const { paths, components } = describeApi('1', 'http://localhost')
  // A refusal is described by its codes, which are the same everywhere.
  const sentences = new Set(
    descriptionsIn([paths, components.securitySchemes]).filter((text) => text.endsWith('.')),
  )
  expect(sentences.size).toBeGreaterThan(5)
  expect([...sentences].filter((text) => !Object.hasOwn(de, text))).toEqual([])
})
