'use client';

import { dynamic } from '#components/ui/dynamic.tsx';
import { fetchNear } from '#components/ui/fetch-near.ts';

/** Dialogs that nobody needs before a press. */
export const PreviewDialog = dynamic(
  async () => (await import('./editor/preview-dialog.tsx')).PreviewDialog,
  {
    loading: () => null,
  },
);
export const SendDialog = dynamic(async () => (await import('./editor/send-dialog.tsx')).SendDialog, {
  loading: () => null,
});
export const TemplateDialog = dynamic(
  async () => (await import('./editor/template-dialog.tsx')).TemplateDialog,
  {
    loading: () => null,
  },
);

/** Somebody else wrote meanwhile. */
export const ConflictPanel = dynamic(
  async () => (await import('./editor/conflict-panel.tsx')).ConflictPanel,
  {
    loading: () => null,
  },
);

/** Panels in place of the letter. A page that begins with one of these is rendered with it. */
export const SendingPanel = dynamic(async () => (await import('./work/sending-panel.tsx')).SendingPanel, {
  loading: () => null,
});
export const ReceiptPanel = dynamic(async () => (await import('./work/receipt-panel.tsx')).ReceiptPanel, {
  loading: () => null,
});
export const AnsweredElsewhere = dynamic(
  async () => (await import('./work/answered-elsewhere.tsx')).AnsweredElsewhere,
  { loading: () => null },
);

/** Most disputes are the first of their kind; a page with earlier ones is rendered with them. */
export const EarlierRows = dynamic(async () => (await import('./work/earlier-rows.tsx')).EarlierRows, {
  loading: () => null,
});

/** Called when pointer or focus come near the letter or its buttons: who writes may lose the line before a press. */
export const nearLetter = fetchNear(
  TemplateDialog,
  PreviewDialog,
  SendDialog,
  SendingPanel,
  ReceiptPanel,
  ConflictPanel,
);
