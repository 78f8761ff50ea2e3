import type SignaturePad from 'signature_pad'
import { useEffect, useRef, useState } from 'react'
import { isSignature, mostPoints, signaturePath, type Signature } from '#contracts/signature.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { useTheme } from '#ui/theme/theme.ts'
import { useTranslate } from '#ui/translate.ts'
import { frameOf, type InputProps } from './input-props.ts'
import styles from './signature-input.module.css'

/**
 * A field to sign in with a finger, a pen or the mouse. Who cannot draw leaves it empty: what a record needs of a signature
 * it asks for by name.
 */
export function SignatureInput(props: InputProps) {
  const t = useTranslate()
  const { value, onChange, disabled, readOnly } = props
  const { compact: _compact, ...frame } = frameOf(props)
  const signature = isSignature(value) ? value : null
  // What was drawn here stays on the canvas; what was there before is shown until it is drawn anew. Each round is another
  // canvas, an empty one: it begins where the value is taken away or put back from outside.
  const text = JSON.stringify(signature)
  const [pad, setPad] = useState({ round: 0, drawn: null as Signature | null, seen: text })
  if (text !== pad.seen)
    setPad(
      text === JSON.stringify(pad.drawn)
        ? { ...pad, seen: text }
        : { round: pad.round + 1, drawn: null, seen: text },
    )
  const drawing = signature === null || pad.drawn !== null
  const draw = (drawn: Signature | null): void => {
    setPad((before) => ({ ...before, drawn }))
    onChange(drawn)
  }
  const locked = disabled === true || readOnly === true
  return (
    <Field
      {...frame}
      help={props.help ?? t('Draw with a finger, a pen or the mouse, or leave it empty: your name counts.')}
    >
      {(control) => (
        <fieldset id={control.id} className={styles.frame} aria-label={props.label} tabIndex={-1}>
          {drawing && !locked ? (
            <Pad key={pad.round} onDrawn={draw} label={t('Field to sign in')} />
          ) : (
            signature && (
              <svg
                className={styles.shown}
                viewBox={`0 0 ${signature.width} ${signature.height}`}
                role="img"
                aria-label={t('Drawn signature')}
              >
                <path d={signaturePath(signature)} />
              </svg>
            )
          )}
          {!locked && (
            <div className={styles.foot}>
              <span className={styles.line} aria-live="polite">
                {signature ? t('Signed') : t('Sign here')}
              </span>
              {signature && (
                <Button size="compact" variant="ghost" icon="undo" onClick={() => onChange(null)}>
                  {t('Draw anew')}
                </Button>
              )}
            </div>
          )}
        </fieldset>
      )}
    </Field>
  )
}

function Pad({ onDrawn, label }: { onDrawn: (signature: Signature | null) => void; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const ink = useRef<(() => void) | null>(null)
  const { resolved: theme } = useTheme()
  const told = useRef(onDrawn)
  useEffect(() => {
    told.current = onDrawn
  })
  useEffect(() => {
    let pad: SignaturePad | null = null
    let ended = false
    let size = { width: 1, height: 1 }
    // A canvas has its own pixels. What is drawn stays as it is when a window changes; an empty one follows it.
    const fit = (): void => {
      const place = canvas.current
      if (!place || !pad?.isEmpty()) return
      const { width, height } = place.getBoundingClientRect()
      const ratio = Math.max(1, window.devicePixelRatio)
      place.width = width * ratio
      place.height = height * ratio
      place.getContext('2d')?.scale(ratio, ratio)
      size = { width: Math.round(width), height: Math.round(height) }
    }
    void import('signature_pad').then(({ default: Pad }) => {
      const place = canvas.current
      if (ended || !place) return
      pad = new Pad(place, { penColor: getComputedStyle(place).color, minDistance: 2 })
      pad.addEventListener('endStroke', () => told.current(signatureOf(pad, size)))
      ink.current = () => redraw(place, pad)
      fit()
    })
    window.addEventListener('resize', fit)
    return () => {
      ended = true
      window.removeEventListener('resize', fit)
      pad?.off()
    }
  }, [])
  const seen = useRef(theme)
  useEffect(() => {
    if (seen.current === theme) return
    seen.current = theme
    ink.current?.()
  }, [theme])
  return (
    <canvas ref={canvas} className={styles.canvas}>
      {label}
    </canvas>
  )
}

/** Draws what is on the canvas again in the ink of the theme: only strokes are stored, so it is the same signature. */
function redraw(place: HTMLCanvasElement, pad: SignaturePad | null): void {
  if (!pad) return
  const penColor = getComputedStyle(place).color
  pad.penColor = penColor
  pad.fromData(pad.toData().map((stroke) => ({ ...stroke, penColor })))
}

/** What is on the canvas, in whole pixels; null for nothing. The pen's speed is left out: it says nothing of who signs. */
function signatureOf(
  pad: SignaturePad | null,
  { width, height }: Pick<Signature, 'width' | 'height'>,
): Signature | null {
  const within = (place: number, most: number): number => Math.min(most, Math.max(0, Math.round(place)))
  const drawn = (pad?.toData() ?? []).map(({ points }) =>
    points.flatMap(({ x, y }) => [within(x, width), within(y, height)]),
  )
  // Every second point of one that is too long still shows it.
  const thin = drawn.reduce((sum, points) => sum + points.length / 2, 0) > mostPoints
  const strokes = thin ? drawn.map((points) => points.filter((_, at) => at % 4 < 2)) : drawn
  return strokes.length === 0 ? null : { width, height, strokes }
}
