import {
  ArrowDownLeftIcon,
  ArrowRightFromLineIcon,
  ArrowRightLeftIcon,
  ArrowRightToLineIcon,
  ArrowUpRightIcon,
  BanIcon,
  BellIcon,
  CalendarIcon,
  ChartNoAxesColumnIcon,
  CheckIcon,
  ChevronDownIcon,
  ChevronLeftIcon,
  ChevronRightIcon,
  ChevronUpIcon,
  CircleDashedIcon,
  CircleQuestionMarkIcon,
  ClockIcon,
  Columns3Icon,
  ContrastIcon,
  CopyIcon,
  CornerDownLeftIcon,
  CreditCardIcon,
  createLucideIcon,
  DownloadIcon,
  EllipsisIcon,
  EyeIcon,
  FileIcon,
  FileTextIcon,
  FingerprintIcon,
  FlaskConicalIcon,
  HourglassIcon,
  ImageIcon,
  InfoIcon,
  KeyRoundIcon,
  LayoutDashboardIcon,
  Link2Icon,
  LinkIcon,
  ListEndIcon,
  LockIcon,
  type LucideIcon,
  MailIcon,
  MonitorIcon,
  MoonIcon,
  PauseIcon,
  PlusIcon,
  QrCodeIcon,
  RotateCwIcon,
  SearchIcon,
  Settings2Icon,
  SmartphoneIcon,
  SquareArrowOutUpRightIcon,
  SquareDashedIcon,
  SunMoonIcon,
  TextAlignStartIcon,
  Undo2Icon,
  UploadIcon,
  UserIcon,
  WebhookIcon,
  XIcon,
} from 'lucide-react';
import { cn } from './cn.ts';

const DIAMOND =
  'M2.7 10.3a2.41 2.41 0 0 0 0 3.41l7.59 7.59a2.41 2.41 0 0 0 3.41 0l7.59-7.59a2.41 2.41 0 0 0 0-3.41l-7.59-7.59a2.41 2.41 0 0 0-3.41 0Z';

/** Lucide has no diamond with an exclamation mark. */
const DiamondIcon = createLucideIcon('diamond-exclamation-point', [
  ['path', { d: DIAMOND, key: 'edge' }],
  ['path', { d: 'M12 8v4M12 16h.01', key: 'mark' }],
]);

/** A filled shape with its mark in the surface colour; lucide only has outlines. */
const solid = (name: string, edge: string, mark: string) =>
  createLucideIcon(name, [
    ['path', { d: edge, fill: 'currentColor', key: 'edge' }],
    ['path', { d: mark, style: { stroke: 'var(--surface)' }, key: 'mark' }],
  ]);

/** Status shapes: each is distinguishable from the others without colour. */
const STATUS_ICONS = {
  check: solid('disc-check', 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20Z', 'm16 9-5.5 5.5L8 12'),
  pending: CircleDashedIcon,
  half: ContrastIcon,
  return: Undo2Icon,
  hourglass: HourglassIcon,
  barred: BanIcon,
  octagon: solid(
    'octagon-solid',
    'M15.312 2a2 2 0 0 1 1.414.586l4.688 4.688A2 2 0 0 1 22 8.688v6.624a2 2 0 0 1-.586 1.414l-4.688 4.688a2 2 0 0 1-1.414.586H8.688a2 2 0 0 1-1.414-.586l-4.688-4.688A2 2 0 0 1 2 15.312V8.688a2 2 0 0 1 .586-1.414l4.688-4.688A2 2 0 0 1 8.688 2z',
    'M12 7.5V12M12 16h.01',
  ),
  triangle: solid(
    'triangle-solid',
    'm21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3',
    'M12 9v4M12 17h.01',
  ),
  diamond: solid('diamond-solid', DIAMOND, 'M12 8v4M12 16h.01'),
  unknown: CircleQuestionMarkIcon,
  operator: SquareDashedIcon,
  clock: ClockIcon,
} as const satisfies Record<string, LucideIcon>;

const ICONS = {
  ...STATUS_ICONS,
  'arrow-in': ArrowDownLeftIcon,
  'arrow-out': ArrowUpRightIcon,
  bars: ChartNoAxesColumnIcon,
  bell: BellIcon,
  calendar: CalendarIcon,
  card: CreditCardIcon,
  chain: Link2Icon,
  charge: QrCodeIcon,
  columns: Columns3Icon,
  copy: CopyIcon,
  deliveries: ListEndIcon,
  desktop: MonitorIcon,
  disputes: DiamondIcon,
  down: ChevronDownIcon,
  download: DownloadIcon,
  enter: CornerDownLeftIcon,
  eye: EyeIcon,
  file: FileIcon,
  finger: FingerprintIcon,
  flask: FlaskConicalIcon,
  gear: Settings2Icon,
  hook: WebhookIcon,
  image: ImageIcon,
  info: InfoIcon,
  key: KeyRoundIcon,
  left: ChevronLeftIcon,
  lines: TextAlignStartIcon,
  link: LinkIcon,
  lock: LockIcon,
  mail: MailIcon,
  moon: MoonIcon,
  more: EllipsisIcon,
  open: SquareArrowOutUpRightIcon,
  overview: LayoutDashboardIcon,
  pause: PauseIcon,
  phone: SmartphoneIcon,
  plus: PlusIcon,
  refresh: RotateCwIcon,
  report: FileTextIcon,
  right: ChevronRightIcon,
  search: SearchIcon,
  send: ArrowRightToLineIcon,
  theme: SunMoonIcon,
  tick: CheckIcon,
  transactions: ArrowRightLeftIcon,
  transfers: ArrowRightFromLineIcon,
  up: ChevronUpIcon,
  user: UserIcon,
  withdraw: UploadIcon,
  x: XIcon,
} as const satisfies Record<string, LucideIcon>;

export type IconName = keyof typeof ICONS;
export type StatusShape = keyof typeof STATUS_ICONS;
export type Tone = 'ok' | 'warn' | 'danger' | 'flow' | 'idle';

const TONES: Record<Tone, string> = {
  ok: 'text-ok-line',
  warn: 'text-warn-line',
  danger: 'text-danger-line',
  flow: 'text-flow-line',
  idle: 'text-idle-line',
};

type Props = { name: IconName; size?: 's' | 'm'; tone?: Tone | undefined; className?: string };

/** An icon; always decorative, its meaning is in the text next to it or in the label. */
export function Icon({ name, size = 'm', tone, className }: Props) {
  const Drawn = ICONS[name];
  return (
    <Drawn
      size={size === 's' ? '0.75rem' : '1rem'}
      strokeWidth={2.25}
      className={cn(
        'flex-none',
        size === 's' ? 'align-[-0.125rem]' : 'align-[-0.1875rem]',
        name === 'half' && '[&>path]:fill-current',
        tone && TONES[tone],
        className,
      )}
    />
  );
}
