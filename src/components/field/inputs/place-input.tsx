import { useState } from 'react'
import { geoPointText, isGeoPoint } from '#contracts/geo-point.ts'
import { parseGeoPoint } from '#contracts/parse-geo-point.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useTranslate } from '#ui/translate.ts'
import { frameOf, type InputProps } from './input-props.ts'

/** A place as latitude and longitude, written or taken from the device. */
export function PlaceInput(props: InputProps) {
  const t = useTranslate()
  const { value, onChange } = props
  const stored = isGeoPoint(value) ? geoPointText(value) : ''
  const [written, setWritten] = useState<{ text: string; of: string } | null>(null)
  const [asking, setAsking] = useState(false)
  const text = written?.of === stored ? written.text : stored
  const wrong = text.trim() !== '' && !isOnEarth(text)
  const write = (next: string): void => {
    const point = isOnEarth(next) ? parseGeoPoint(next) : null
    const of = point ? geoPointText(point) : next.trim() === '' ? '' : stored
    setWritten({ text: next, of })
    if (of !== stored) onChange(point)
  }
  const here = (): void => {
    setAsking(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setAsking(false)
        setWritten(null)
        const round = (degrees: number): number => Number(degrees.toFixed(6))
        onChange({ lat: round(coords.latitude), lng: round(coords.longitude) })
      },
      () => {
        setAsking(false)
        toast.error(t('This device does not say where it is.'))
      },
      { enableHighAccuracy: true, timeout: 15_000 },
    )
  }
  return (
    <TextField
      {...frameOf(props)}
      error={wrong ? t('Enter latitude and longitude, like 52.52, 13.405.') : props.error}
      placeholder="52.52, 13.405"
      value={text}
      onChange={write}
      autoComplete="off"
      after={
        !props.compact && !props.disabled && !props.readOnly && 'geolocation' in navigator ? (
          <IconButton
            icon="compass"
            size="compact"
            label={t('Where I am')}
            disabled={asking}
            onClick={here}
          />
        ) : undefined
      }
    />
  )
}

function isOnEarth(text: string): boolean {
  const point = parseGeoPoint(text)
  return point !== null && Math.abs(point.lat) <= 90 && Math.abs(point.lng) <= 180
}
