import { useState } from 'react'
import type { Json } from '#base/json.ts'
import type { Source } from '#contracts/layout.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { setDocument } from '../changes/set-behaviour.ts'
import styles from '../inspector/inspector.module.css'
import { PropRow } from '../inspector/prop-row.tsx'
import { edit, layoutOf, useEditedLayout, useEditorStore } from '../state/editor-store.ts'
import { sourceProps } from './source-props.ts'

/** The questions a screen asks when it opens; parts read their rows as `sources.<name>`. */
export function SourcesSection() {
  const store = useEditorStore()
  const layout = useEditedLayout()
  const t = useTranslate()
  const [open, setOpen] = useState<string | null>(null)
  const [name, setName] = useState('')
  const isFree = /^[a-z][a-z0-9_]*$/.test(name) && !Object.hasOwn(layout.sources, name)
  const set = (sources: typeof layout.sources, label: string, mergeKey?: string): void =>
    edit(store, setDocument(layoutOf(store), 'sources', sources), label, { ...(mergeKey && { mergeKey }) })
  const remove = (key: string): void => {
    const { [key]: _gone, ...rest } = layout.sources
    set(rest, t('Take out {{name}}', { name: key }))
  }
  return (
    <div className={styles.list}>
      {Object.entries(layout.sources).map(([key, source]) => (
        <div key={key} className={styles.item}>
          <div className={styles.itemHead}>
            <button
              type="button"
              className={styles.itemName}
              aria-expanded={open === key}
              onClick={() => setOpen(open === key ? null : key)}
            >
              <Icon name={open === key ? 'chevron-down' : 'chevron-right'} />
              <span>
                {key}{' '}
                <span className={styles.hint}>{typeof source.model === 'string' ? source.model : ''}</span>
              </span>
            </button>
            <IconButton
              size="compact"
              icon="x"
              label={t('Take out {{name}}', { name: key })}
              onClick={() => remove(key)}
            />
          </div>
          {open === key && (
            <SourceForm
              name={key}
              source={source}
              onChange={(next) =>
                set({ ...layout.sources, [key]: next }, t('Change {{name}}', { name: key }), `sources ${key}`)
              }
            />
          )}
        </div>
      ))}
      <form
        className={styles.pair}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isFree) return
          set({ ...layout.sources, [name]: { model: '' } }, t('Add {{name}}', { name }))
          setOpen(name)
          setName('')
        }}
      >
        <TextField
          label={t('New question')}
          hideLabel
          compact
          placeholder={t('Name, such as lines')}
          value={name}
          onChange={setName}
        />
        <Button size="compact" variant="ghost" type="submit" disabled={!isFree}>
          {t('Add')}
        </Button>
      </form>
    </div>
  )
}

interface SourceFormProps {
  name: string
  source: Source
  onChange: (source: Source) => void
}

function SourceForm({ name, source, onChange }: SourceFormProps) {
  const values = source as unknown as Record<string, Json>
  const set = (key: string, next: Json | undefined): void => {
    const { [key]: _replaced, ...rest } = values
    // The model stays, if empty: without it the question is none.
    const kept = next === undefined && key === 'model' ? '' : next
    onChange((kept === undefined ? rest : { ...rest, [key]: kept }) as unknown as Source)
  }
  return (
    <div className={styles.inner}>
      {sourceProps.map((prop) => (
        <PropRow
          key={prop.name}
          prop={prop}
          path={`sources.${name}.${prop.name}`}
          value={values[prop.name]}
          model={typeof source.model === 'string' ? source.model : null}
          bindable={prop.name === 'search' || prop.name === 'model'}
          onChange={(next) => set(prop.name, next)}
        />
      ))}
    </div>
  )
}
