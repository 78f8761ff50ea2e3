import { useDraggable } from '@dnd-kit/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { definitionOf } from '#components/definitions.ts'
import { componentGroups, type ComponentDescription, type ComponentSample } from '#contracts/component.ts'
import { Icon } from '#ui/icon.tsx'
import { TextField } from '#ui/text-field.tsx'
import { tooltip } from '#ui/tooltip.ts'
import { useTranslate } from '#ui/translate.ts'
import { fitSample } from '../changes/fit-sample.ts'
import { wordSample } from '../changes/word-sample.ts'
import type { DragData } from '../drag/drag-data.ts'
import { useModels } from '../load/use-models.ts'
import { useEditedLayout, useEditor, useEditorStore } from '../state/editor-store.ts'
import { insertComponent } from '../state/node-commands.ts'
import { placeWords } from '../state/node-names.ts'
import { nextPlace } from '../state/places.ts'
import styles from './palette.module.css'

const groupTitles: Record<(typeof componentGroups)[number], string> = {
  layout: 'Arrange',
  text: 'Words',
  data: 'Data',
  input: 'Fill in',
  action: 'Do and go',
  media: 'Pictures and files',
  design: 'Whole tools',
}

/** Every part a screen can be made of, by group; drag one, or press Enter to add it by the chosen part. */
export function Palette() {
  const { components } = useEditorStore()
  const t = useTranslate()
  const [query, setQuery] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const found = useMemo(() => search(Object.values(components), query, t), [components, query, t])
  return (
    <div className={styles.palette}>
      <div className={styles.search} data-palette-search>
        <TextField
          label={t('Search parts')}
          hideLabel
          type="search"
          placeholder={t('Search parts')}
          value={query}
          onChange={setQuery}
          onKeyDown={(event) => {
            // From the search box straight to the first that fits.
            if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
            event.preventDefault()
            const first = list.current?.querySelector('button')
            if (event.key === 'Enter' && query) first?.click()
            else first?.focus()
          }}
        />
        <WhereItGoes />
      </div>
      <div ref={list} className={styles.groups}>
        {componentGroups.map((group) => {
          const inside = found.filter((component) => component.group === group)
          return (
            inside.length > 0 && (
              <section key={group} aria-label={t(groupTitles[group])}>
                <h2 className={styles.title}>{t(groupTitles[group])}</h2>
                <div className={styles.parts}>
                  {inside.map((component) => (
                    <Part key={component.type} component={component} />
                  ))}
                </div>
              </section>
            )
          )
        })}
        {found.length === 0 && <p className={styles.none}>{t('No part is called so.')}</p>}
      </div>
    </div>
  )
}

/** Says where the next part goes while a place is marked. */
function WhereItGoes() {
  const store = useEditorStore()
  const layout = useEditedLayout()
  const place = useEditor((state) => state.place)
  const t = useTranslate()
  useEffect(() => {
    if (!place) return undefined
    const forget = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') store.setState({ place: null })
    }
    window.addEventListener('keydown', forget)
    return () => window.removeEventListener('keydown', forget)
  }, [store, place])
  if (!place) return null
  return <p className={styles.where}>{t('Goes {{place}}', { place: placeWords(store, layout, place, t) })}</p>
}

function Part({ component }: { component: ComponentDescription }) {
  const store = useEditorStore()
  const t = useTranslate()
  const sample = useSample(component.type)
  const data: DragData = { sample }
  const { setNodeRef, listeners, attributes, isDragging } = useDraggable({
    id: `palette:${component.type}`,
    data,
  })
  return (
    <button
      ref={setNodeRef}
      type="button"
      {...listeners}
      aria-describedby={attributes['aria-describedby']}
      {...tooltip(t(component.description))}
      className={styles.part}
      data-dragging={isDragging || undefined}
      onClick={() => insertComponent(store, sample, nextPlace(store, component.type) ?? undefined)}
    >
      <Icon name={component.icon} />
      <span className={styles.name}>{t(component.title)}</span>
    </button>
  )
}

/** What a part starts with: its sample in the reader's language, fitted to the models of this workspace. */
function useSample(type: string): ComponentSample {
  const t = useTranslate()
  const { components } = useEditorStore()
  const layout = useEditedLayout()
  const { own } = useModels()
  return useMemo(() => {
    const sample = { component: type, ...(definitionOf(type)?.sample ?? { props: {} }) }
    return fitSample(wordSample(sample, components, t), components, own, layout)
  }, [type, components, own, layout, t])
}

function search(
  components: readonly ComponentDescription[],
  query: string,
  t: (text: string) => string,
): ComponentDescription[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return components.filter(({ title, description, type }) => {
    const text = `${t(title)} ${t(description)} ${type}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
