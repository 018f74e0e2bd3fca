import { PaymentsSkeleton } from '#components/payments/payments-skeleton.tsx';
import { withWords } from '../../../page-words.tsx';
import { withScriptsOf } from '../../layout-scripts.tsx';

export default withScriptsOf(
  PaymentsSkeleton,
  withWords('payments', 'operations', 'list', 'views', 'transactions', 'webhooks', 'deliveries', 'resends'),
);
