import type { Active, Announcements, DndContextProps } from '@dnd-kit/core'
import { useMemo } from 'react'
import { useTranslate, type Translate } from '#ui/translate.ts'
import { layoutOf, useEditorStore, type EditorStore } from '../state/editor-store.ts'
import { componentTitle, nodeTitle, placeWords } from '../state/node-names.ts'
import { dragDataOf } from './drag-data.ts'

/** What a screen reader hears while a part is dragged. */
export function useAnnouncements(): NonNullable<DndContextProps['accessibility']> {
  const store = useEditorStore()
  const t = useTranslate()
  return useMemo(
    () => ({
      announcements: announcements(store, t),
      screenReaderInstructions: {
        draggable: t(
          'Press Space to pick it up, the arrow keys to choose a place, Space to drop, Escape to leave it.',
        ),
      },
    }),
    [store, t],
  )
}

function announcements(store: EditorStore, t: Translate): Announcements {
  const name = (active: Active): string => {
    const data = dragDataOf(active)
    if (!data) return ''
    return t(
      'node' in data
        ? nodeTitle(store, layoutOf(store), data.node)
        : componentTitle(store, data.sample.component),
    )
  }
  const place = (): string => {
    const { target } = store.getState()
    return target ? placeWords(store, layoutOf(store), target, t) : t('nowhere')
  }
  let said = ''
  return {
    onDragStart: ({ active }) => t('Picked up {{part}}.', { part: name(active) }),
    onDragMove: () => {
      const words = place()
      if (words === said) return undefined
      said = words
      return words
    },
    onDragOver: () => undefined,
    onDragEnd: ({ active }) =>
      t('Dropped {{part}} {{place}}.', { part: name(active), place: said || place() }),
    onDragCancel: ({ active }) => t('{{part}} stays where it was.', { part: name(active) }),
  }
}
