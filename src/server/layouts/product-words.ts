import { isJsonObject } from '#base/json.ts'
import type { Layout } from '#contracts/layout.ts'
import { isExpression } from '#contracts/is-expression.ts'
import { plainFields } from '#contracts/is-computed-field.ts'
import { starterModels } from '#features/quick-setup/starter-models.ts'
import { stockLayout } from '../features/stock-screens.ts'
import { allScreens, generateScreens } from '../imports/generate-screens.ts'

type WordsByPlace = Map<string, Set<string>>

/**
 * The words of a workspace's own or changed screen that the product wrote, by node (`''`: the title): those of the shipped
 * screen it began as, and those the product puts into every screen it makes of a model. By place, because a column that
 * somebody called “Open” is no button; a copied node has another id, so of a shipped screen what a part of the same
 * component says counts, too. `productWords(layout).page` → `['Delete']`.
 */
export function productWords(layout: Layout): Record<string, string[]> {
  const shipped = stockLayout(layout.key)
  const product = shipped ? wordsIn(shipped) : generatedWords()
  const ofComponent = shipped ? wordsByComponent(shipped) : null
  return Object.fromEntries(
    [...wordsIn(layout)].flatMap(([place, words]) => {
      const alike = ofComponent?.get(layout.nodes[place]?.component ?? '')
      const ours = [...words].filter((word) => product.get(place)?.has(word) || alike?.has(word))
      return ours.length > 0 ? [[place, ours.toSorted()]] : []
    }),
  )
}

let generated: WordsByPlace | null = null

/** What screens made of a model say beside its name: “History”, “Add supplier”. */
function generatedWords(): WordsByPlace {
  if (generated) return generated
  const made: WordsByPlace = new Map()
  const models = [...starterModels, null].map((starter) => ({
    singular: starter?.singular,
    model: {
      key: starter?.key ?? 'model',
      // Names are the workspace's, also those it was offered.
      label: '·',
      fields: plainFields(starter?.schema.fields ?? []),
      titleField: starter?.schema.title_field ?? null,
    },
  }))
  for (const { model, singular } of models) {
    const { layouts } = generateScreens(model, { ...allScreens, ...(singular !== undefined && { singular }) })
    for (const layout of layouts)
      for (const [place, words] of wordsIn(layout))
        made.set(place, new Set([...(made.get(place) ?? []), ...words]))
  }
  generated = made
  return made
}

function wordsIn({ title, nodes }: Layout): WordsByPlace {
  const places: WordsByPlace = new Map([['', new Set(textsIn(title))]])
  for (const [id, node] of Object.entries(nodes)) places.set(id, new Set(wordsOf(node)))
  return places
}

function wordsByComponent({ nodes }: Layout): WordsByPlace {
  const words: WordsByPlace = new Map()
  for (const { component, ...node } of Object.values(nodes))
    words.set(component, new Set([...(words.get(component) ?? []), ...wordsOf(node)]))
  return words
}

const wordsOf = ({ props, overrides, on }: Pick<Layout['nodes'][string], 'props' | 'overrides' | 'on'>) =>
  textsIn({ props, overrides, on })

// Keys, addresses and the like are no words.
const isWords = (text: string): boolean => /\p{Lu}|\s/u.test(text)

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return isWords(value) ? [value] : []
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (!isJsonObject(value) || isExpression(value)) return []
  return Object.values(value).flatMap(textsIn)
}
