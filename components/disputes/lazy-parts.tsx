'use client';

import { dynamic } from '#components/ui/dynamic.tsx';
import { fetchNear } from '#components/ui/fetch-near.ts';

const fetchConflict = () => import('./editor/conflict-panel.tsx');
const fetchPreview = () => import('./editor/preview-dialog.tsx');
const fetchSend = () => import('./editor/send-dialog.tsx');
const fetchTemplate = () => import('./editor/template-dialog.tsx');
const fetchSending = () => import('./work/sending-panel.tsx');
const fetchReceipt = () => import('./work/receipt-panel.tsx');

/** Dialogs that nobody needs before a press. */
export const PreviewDialog = dynamic(async () => (await fetchPreview()).PreviewDialog, {
  loading: () => null,
});
export const SendDialog = dynamic(async () => (await fetchSend()).SendDialog, { loading: () => null });
export const TemplateDialog = dynamic(async () => (await fetchTemplate()).TemplateDialog, {
  loading: () => null,
});

/** Somebody else wrote meanwhile. */
export const ConflictPanel = dynamic(async () => (await fetchConflict()).ConflictPanel, {
  loading: () => null,
});

/** Panels in place of the letter. A page that begins with one of these is rendered with it. */
export const SendingPanel = dynamic(async () => (await fetchSending()).SendingPanel, { loading: () => null });
export const ReceiptPanel = dynamic(async () => (await fetchReceipt()).ReceiptPanel, { loading: () => null });
export const AnsweredElsewhere = dynamic(
  async () => (await import('./work/answered-elsewhere.tsx')).AnsweredElsewhere,
  { loading: () => null },
);

/** Called when pointer or focus come near the letter or its buttons: who writes may lose the line before a press. */
export const nearLetter = fetchNear(
  ...[fetchTemplate, fetchPreview, fetchSend, fetchSending, fetchReceipt, fetchConflict],
);
