import { lazy, Suspense } from 'react'
import { SelectField } from '#ui/select-field.tsx'
import { Switch } from '#ui/switch.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { ControlProps } from './control-props.ts'
import { AnyControl } from './any-control.tsx'
import { FieldControl, FieldsControl } from './field-control.tsx'
import { JsonControl } from './json-control.tsx'
import { LayoutControl } from './layout-control.tsx'
import { ListControl } from './list-control.tsx'
import { MapControl } from './map-control.tsx'
import { ModelControl } from './model-control.tsx'
import { NumberControl } from './number-control.tsx'
import { ObjectControl } from './object-control.tsx'
import { kindOf, wordsOf } from './prop-kind.ts'
import { SortControl } from './sort-control.tsx'
import { WhereControl } from './where-control.tsx'

const IconControl = lazy(() =>
  import('./icon-control.tsx').then((module) => ({ default: module.IconControl })),
)

/** The control that fits a place in a component's schema. The label is drawn around it; here it is for screen readers. */
export function ValueControl(props: ControlProps) {
  const { label, place, value, onChange, fallback, error, required } = props
  const t = useTranslate()
  const kind = kindOf(place)
  const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
  const frame = { label, hideLabel: true, error, id: `editor-${props.path}` }
  const placeholder =
    typeof fallback === 'string' || typeof fallback === 'number' ? String(fallback) : undefined
  // A required word may be empty for a moment; an optional one that is emptied is not there.
  const setText = (next: string): void => onChange(next === '' && !required ? undefined : next)
  switch (kind.kind) {
    case 'text':
    case 'url':
      return (
        <TextField
          {...frame}
          compact
          value={text}
          onChange={setText}
          {...(placeholder !== undefined && { placeholder })}
          {...(kind.kind === 'url' && { placeholder: '/path', spellCheck: false })}
        />
      )
    case 'long-text':
      return <TextArea {...frame} rows={4} value={text} onChange={setText} />
    case 'number':
      return <NumberControl {...props} />
    case 'boolean':
      return (
        <Switch
          label={label}
          hideLabel
          checked={value === undefined ? fallback === true : value === true}
          onChange={onChange}
        />
      )
    case 'choice': {
      const options = kind.options.map((option) => ({ value: option, label: t(wordsOf(option)) }))
      const none =
        typeof fallback === 'string' ? t('{{option}} (usual)', { option: t(wordsOf(fallback)) }) : '—'
      return (
        <SelectField
          {...frame}
          compact
          value={text}
          options={options}
          placeholder={none}
          onChange={setText}
        />
      )
    }
    case 'icon':
      return (
        <Suspense>
          <IconControl {...props} />
        </Suspense>
      )
    case 'model':
      return <ModelControl {...props} />
    case 'layout':
      return <LayoutControl {...props} />
    case 'field':
      return <FieldControl {...props} />
    case 'fields':
      return <FieldsControl {...props} />
    case 'where':
      return <WhereControl {...props} />
    case 'sort':
      return <SortControl {...props} />
    case 'list':
      return <ListControl {...props} item={kind.item} />
    case 'object':
      return <ObjectControl {...props} props={kind.props} />
    case 'map':
      return <MapControl {...props} inner={kind.value} />
    case 'any':
      return <AnyControl {...props} />
    case 'json':
      return <JsonControl {...props} />
  }
}
