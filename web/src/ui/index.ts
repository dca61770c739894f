// SPDX-License-Identifier: Apache-2.0
export { Badge, toneOf, type BadgeKind, type Tone } from './Badge';
export { Bar, onuShares } from './Bar';
export { Confirmations, afterMenu, confirm } from './confirm';
export { CoordinatorTabs } from './CoordinatorTabs';
export { Dialog } from './Dialog';
export { JsonView } from './JsonView';
export { DataList } from './list/DataList';
export { useHourFilter } from './list/hour';
export { plainNumber, type Speech } from './list/text';
export type { Bulk, BulkResult, Choice, Column, DataListProps, Filter, UnderWay } from './list/types';
export { useMark } from './mark';
export { Age, Duration, Level, Moment, Num } from './moments';
export { NextRun, type Next } from './NextRun';
export { notify } from './notify';
export { Empty, Failure, Loading, Page, useErrorWords, type Crumb } from './Page';
export { sayAge, sayDuration, sayMoment, sayShort, sayStamp, sayTime, sayZone, siteZone, useNow } from './time';
export { AlreadySaid, ApiForm, useApiForm, useLeaveGuard, type ApiFormState, type Tagged } from './useApiForm';
export { Wide } from './Wide';
