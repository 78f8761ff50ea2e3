import { useEffect, useMemo, useState } from 'react'
import type { ExpressionTree } from '#contracts/expression.ts'
import type { Layout } from '#contracts/layout.ts'
import { loadPartsFor } from '#engine/bindings/expression-parts.ts'
import type { LayoutDocument } from '#engine/rendering/layout-document.ts'
import { ExpressionError } from '#expressions/expression-error.ts'
import { expressionsIn } from '#expressions/expressions-in.ts'
import { useEditedLayout, useEditorStore } from '../state/editor-store.ts'
import { useExpressionReader, type ExpressionReader } from './expression-reader.ts'
import type { EditedLayout } from './read-edited-layout.ts'

type Trees = Readonly<Record<string, ExpressionTree>>

/**
 * The layout as edited, ready to draw: expressions typed since it was loaded are read here, and what is written here is the
 * workspace's own.
 */
export function useLiveDocument({ expressions: known, answer }: EditedLayout): LayoutDocument {
  const { components } = useEditorStore()
  const layout = useEditedLayout()
  const reader = useExpressionReader()
  const [treesOf] = useState(() => growingTrees(known))
  const expressions = treesOf(layout, reader)
  useEffect(() => void loadPartsFor(expressions), [expressions])
  const { product_words: productWords } = answer
  return useMemo(
    () => ({ layout, expressions, components, productWords }),
    [layout, expressions, components, productWords],
  )
}

/** Answers the same trees as long as no new expression appears, so that sources are not asked again at every edit. */
export function growingTrees(known: Trees): (layout: Layout, reader: ExpressionReader | null) => Trees {
  let trees = known
  const unreadable = new Set<string>()
  return (layout, reader) => {
    if (!reader) return trees
    const fresh: Record<string, ExpressionTree> = {}
    for (const { text } of expressionsIn(layout)) {
      if (Object.hasOwn(trees, text) || unreadable.has(text)) continue
      const tree = read(reader, text)
      if (tree) fresh[text] = tree
      else unreadable.add(text)
    }
    if (Object.keys(fresh).length > 0) trees = { ...trees, ...fresh }
    return trees
  }
}

// One that cannot be read shows its error at its node and in the inspector.
function read(reader: ExpressionReader, text: string): ExpressionTree | null {
  try {
    return reader.parse(text)
  } catch (error) {
    if (error instanceof ExpressionError) return null
    throw error
  }
}
