import { Button } from '#ui/button.tsx'
import { IconList } from '#ui/icon-list.tsx'
import { Popover } from '#ui/popover.tsx'
import { useTranslate } from '#ui/translate.ts'
import type { ControlProps } from './control-props.ts'

/** An icon, chosen by looking. */
export function IconControl({ label, path, value, onChange, required }: ControlProps) {
  const t = useTranslate()
  const name = typeof value === 'string' ? value : ''
  return (
    <Popover
      label={label}
      // oxlint-disable-next-line react/no-unstable-nested-components -- a function that draws, not a component
      content={(close) => (
        <IconList
          chosen={name}
          {...(!required && {
            onNone: () => {
              onChange(undefined)
              close()
            },
          })}
          onChoose={(next) => {
            onChange(next)
            close()
          }}
        />
      )}
    >
      {(trigger) => (
        <Button
          {...trigger}
          id={`editor-${path}`}
          size="compact"
          {...(name !== '' && { icon: name })}
          aria-label={`${label}: ${name || t('none')}`}
        >
          {name || t('Choose an icon')}
        </Button>
      )}
    </Popover>
  )
}
