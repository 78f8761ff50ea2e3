import { lazy, Suspense, useState } from 'react'
import { RadioGroup } from '#ui/radio-group.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { useTranslate } from '#ui/translate.ts'
import { frameOf, type InputProps } from './input-props.ts'

const MarkdownText = lazy(() =>
  import('../../markdown/markdown-text.tsx').then((module) => ({ default: module.MarkdownText })),
)

/** Rich text as Markdown, with a look at what it will be. */
export function MarkdownInput(props: InputProps) {
  const t = useTranslate()
  const [look, setLook] = useState('write')
  const { compact: _compact, ...frame } = frameOf(props)
  const text = typeof props.value === 'string' ? props.value : ''
  return (
    <div className={props.className} style={{ display: 'grid', gap: 6 }}>
      {look === 'write' || text === '' ? (
        <TextArea
          {...frame}
          rows={4}
          value={text}
          onChange={(next) => props.onChange(next === '' ? null : next)}
          maxLength={props.field.max_length}
        />
      ) : (
        <Suspense fallback={<Skeleton lines={4} />}>
          <MarkdownText text={text} />
        </Suspense>
      )}
      {text !== '' && (
        <RadioGroup
          label={t('View of {{field}}', { field: props.label })}
          hideLabel
          look="segments"
          value={look}
          onChange={setLook}
          options={[
            { value: 'write', label: t('Write') },
            { value: 'read', label: t('Preview') },
          ]}
        />
      )}
    </div>
  )
}
