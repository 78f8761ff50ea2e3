import { useTranslate } from '#ui/translate.ts'
import styles from './plan-drawing.module.css'

/** A ground plan as it leaves the office: axes, hatched walls, doors, dimensions, a title block. Decoration. */
export function PlanDrawing() {
  const t = useTranslate()
  return (
    <svg viewBox="0 0 640 720" className={styles.drawing} role="presentation">
      <defs>
        <pattern
          id="plan-hatch"
          width="5"
          height="5"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="5" height="5" className={styles.wallFill} />
          <path d="M0 0V5" className={styles.hatch} />
        </pattern>
      </defs>
      <rect x="20" y="20" width="600" height="680" className={styles.frame} />
      <Axes />
      <Walls />
      <Openings />
      <Stair />
      <Room x={214} y={258} name={t('Office')} area="37.07 m²" />
      <Room x={430} y={258} name={t('Meeting')} area="33.50 m²" />
      <Room x={236} y={444} name={t('Hall')} area="54.35 m²" />
      <Dimensions />
      <g className={styles.block} transform="translate(380 620)">
        <path d="M0 0H240M0 0V80M0 40H240M150 40V80" />
        <text x="14" y="25" className={styles.blockTitle}>
          {t('Ground floor')}
        </text>
        <text x="14" y="64">
          1 : 100
        </text>
        <text x="164" y="64">
          A-01
        </text>
      </g>
    </svg>
  )
}

function Axes() {
  const across = [
    { at: 116, name: 'A' },
    { at: 330, name: 'B' },
    { at: 524, name: 'C' },
  ]
  const down = [
    { at: 156, name: '1' },
    { at: 360, name: '2' },
    { at: 514, name: '3' },
  ]
  return (
    <g className={styles.axes}>
      {across.map(({ at, name }) => (
        <g key={name}>
          <path d={`M${at} 96V540`} />
          <circle cx={at} cy="82" r="13" />
          <text x={at} y="86">
            {name}
          </text>
        </g>
      ))}
      {down.map(({ at, name }) => (
        <g key={name}>
          <path d={`M76 ${at}H552`} />
          <circle cx="62" cy={at} r="13" />
          <text x="62" y={at + 4}>
            {name}
          </text>
        </g>
      ))}
    </g>
  )
}

const Walls = () => (
  <g className={styles.walls}>
    <path d="M110 150H170V162H122V230H110zM250 150H390V162H250zM470 150H530V520H518V162H470zM110 310H122V508H230V520H110zM310 508H518V520H310z" />
    <path d="M324 162H336V290H324zM324 342H336V366H260V354H324zM122 354H208V366H122zM336 354H400V366H336zM452 354H518V366H452z" />
  </g>
)

const Openings = () => (
  <g className={styles.openings}>
    {/* Windows */}
    <path d="M170 150H250M170 156H250M170 162H250M390 150H470M390 156H470M390 162H470M110 230V310M116 230V310M122 230V310" />
    {/* Doors: the leaf and the way it swings */}
    <path d="M324 290H272" className={styles.leaf} />
    <path d="M272 290A52 52 0 0 0 324 342" />
    <path d="M208 366V418" className={styles.leaf} />
    <path d="M208 418A52 52 0 0 0 260 366" />
    <path d="M452 354V302" className={styles.leaf} />
    <path d="M452 302A52 52 0 0 0 400 354" />
    <path d="M230 508V468M310 508V468" className={styles.leaf} />
    <path d="M230 468A40 40 0 0 1 270 508M310 468A40 40 0 0 0 270 508" />
  </g>
)

const Stair = () => (
  <g className={styles.openings}>
    <path d={Array.from({ length: 11 }, (_, step) => `M${372 + step * 13} 448V508`).join('')} />
    <path d="M372 448H502M366 478H508M500 472L508 478L500 484" />
    <circle cx="366" cy="478" r="2.5" />
  </g>
)

function Room({ x, y, name, area }: { x: number; y: number; name: string; area: string }) {
  return (
    <g className={styles.room}>
      <text x={x} y={y}>
        {name}
      </text>
      <text x={x} y={y + 18} className={styles.area}>
        {area}
      </text>
    </g>
  )
}

function Dimensions() {
  const chain = [
    { from: 110, to: 330, y: 564, text: '6.60' },
    { from: 330, to: 530, y: 564, text: '6.00' },
    { from: 110, to: 530, y: 592, text: '12.60' },
  ]
  const side = [
    { from: 150, to: 360, x: 576, text: '6.30' },
    { from: 360, to: 520, x: 576, text: '4.80' },
  ]
  return (
    <g className={styles.dimensions}>
      {chain.map(({ from, to, y, text }) => (
        <g key={text}>
          <path d={`M${from - 6} ${y}H${to + 6}M${from - 4} ${y + 4}l8 -8M${to - 4} ${y + 4}l8 -8`} />
          <text x={(from + to) / 2} y={y - 6}>
            {text}
          </text>
        </g>
      ))}
      {side.map(({ from, to, x, text }) => (
        <g key={text}>
          <path d={`M${x} ${from - 6}V${to + 6}M${x - 4} ${from + 4}l8 -8M${x - 4} ${to + 4}l8 -8`} />
          <text transform={`translate(${x - 6} ${(from + to) / 2}) rotate(-90)`}>{text}</text>
        </g>
      ))}
    </g>
  )
}
