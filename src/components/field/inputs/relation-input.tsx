import { useEffect, useEffectEvent, useState } from 'react'
import { Combobox, type ComboOption } from '#ui/combobox.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useQuery } from '#engine/data/use-query.ts'
import { useEngine } from '#engine/engine-context.tsx'
import { copyKey } from '#engine/data/last-good-copy.ts'
import { useSession } from '#engine/session-context.tsx'
import { idOf, isRow, titleOf } from '../field-traits.ts'
import { pastOf } from '../past-of.ts'
import { Chips } from './chips.tsx'
import { frameOf, type InputProps } from './input-props.ts'
import { offerOrCopy } from './offer-or-copy.ts'

/** A record of another model, or a person, found by typing; several of them as chips. */
export function RelationInput(props: InputProps) {
  const t = useTranslate()
  const { field, value, onChange, valueLabel, offer } = props
  const { ask } = useEngine()
  const target = field.target ?? (field.type === 'user' ? 'sys_member' : null)
  const title = field.target_title ?? (field.type === 'user' ? 'name' : null)
  const [known, setKnown] = useState<Record<string, string>>({})
  // Where the past is looked at, what was there then is chosen, whatever became of it.
  const past = pastOf(field, target)
  const ids = (Array.isArray(value) ? value : [value]).map(idOf).filter((id) => id !== null)
  const unnamed = ids.filter((id) => !(id in known) && (field.many === true || valueLabel === undefined))
  const names = useQuery(
    target && title && unnamed.length > 0
      ? {
          model: target,
          where: { field: 'id', op: 'in', value: unnamed },
          fields: [title],
          page: { size: unnamed.length },
          ...past,
        }
      : null,
  )
  const labelOf = (id: string): string | undefined => {
    const fetched = names.data?.rows.find((row) => row['id'] === id)
    const expanded = (Array.isArray(value) ? value : [value]).find((one) => isRow(one) && one['id'] === id)
    return (
      known[id] ??
      (fetched && title ? textOr(fetched[title]) : undefined) ??
      (expanded ? (titleOf(expanded, field, undefined) ?? undefined) : undefined)
    )
  }
  const { tenant, user } = useSession()
  const offered = async (text: string): Promise<ComboOption[]> => {
    if (target === null) return []
    const found = await ask({
      model: target,
      ...(offer?.where && { where: offer.where }),
      ...(text !== '' && { search: text }),
      ...(title && { fields: [title], sort: [{ field: title, dir: 'asc' as const }] }),
      page: { size: 20 },
      ...past,
    })
    return found.rows.map((row) => ({
      value: String(row['id']),
      label: (title ? textOr(row[title]) : undefined) ?? String(row['id']).slice(0, 8),
    }))
  }
  const place = copyKey({ tenantId: tenant?.id ?? null, userId: user?.id ?? null }, [
    'offer',
    target,
    title,
    offer?.where ?? null,
    past.as_of ?? null,
  ])
  const search = (text: string): Promise<ComboOption[]> => offerOrCopy(place, text.trim(), offered)
  const keepForSite = useEffectEvent(() => {
    // Who fills in a form by thumb may stand where there is no connection by the time they choose.
    if (field.required && matchMedia('(pointer: coarse)').matches) search('').catch(() => undefined)
  })
  useEffect(() => {
    if (place !== null) keepForSite()
  }, [place])
  const remember = (option: ComboOption | null): void => {
    if (option) setKnown((before) => ({ ...before, [option.value]: option.label }))
  }

  if (field.many) {
    return (
      <div className={props.className}>
        <Combobox
          {...frameOf(props)}
          value=""
          search={search}
          placeholder={t('Add …')}
          onChange={(id, option) => {
            if (id === '' || ids.includes(id)) return
            remember(option)
            onChange([...ids, id])
          }}
        />
        <Chips
          items={ids.map((id) => ({ value: id, label: labelOf(id) ?? id.slice(0, 8) }))}
          onRemove={
            props.readOnly || props.disabled
              ? undefined
              : (id) => onChange(ids.length === 1 ? null : ids.filter((other) => other !== id))
          }
        />
      </div>
    )
  }
  const id = ids[0] ?? ''
  return (
    <Combobox
      {...frameOf(props)}
      value={id}
      search={search}
      valueLabel={labelOf(id) ?? valueLabel ?? (id === '' ? '' : '…')}
      placeholder={t('Search …')}
      onChange={(next, option) => {
        remember(option)
        onChange(next === '' ? null : next, option?.label)
      }}
    />
  )
}

const textOr = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
